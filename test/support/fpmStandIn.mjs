#!/usr/bin/env node
/**
 * A stand-in for fpm, the program that writes .deb and .rpm files and that electron-builder downloads. It writes its
 * arguments as JSON in place of the package.
 */
import { readFileSync, writeFileSync } from 'node:fs'

const args = process.argv.slice(2)
const values = (name) => args.flatMap((arg, index) => (args[index - 1] === name ? [arg] : []))
const [output] = values('--package')
const files = args
  .filter((arg, index) => arg.includes('=/') && !/^-[^=]*$/.test(args[index - 1] ?? ''))
  .map((arg) => arg.split('='))
const desktop = files.find(([, to]) => to.endsWith('.desktop'))
const read = (file) => readFileSync(file, 'utf8')

const metadata = {
  kind: values('-t')[0],
  name: values('--name')[0],
  version: values('--version')[0],
  architecture: values('--architecture')[0],
  maintainer: values('--maintainer')[0],
  section: values('--category')[0],
  description: values('--description')[0],
  depends: values('-d'),
  recommends: values('--deb-recommends'),
  afterInstall: read(values('--after-install')[0]),
  afterRemove: read(values('--after-remove')[0]),
  desktopEntry: read(desktop[0]),
  files: files.map(([, to]) => to),
  others: args.filter((arg) => arg.startsWith('--rpm-')),
}
writeFileSync(output, JSON.stringify(metadata))
