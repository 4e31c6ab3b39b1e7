/**
 * Writes THIRD-PARTY-LICENSES.txt: every package that is shipped in node_modules, every package that is bundled into
 * the main process or the window, and the code that is compiled into the native modules. A package without a licence
 * stops the build.
 */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { type License, noticesOfSqlite } from './embeddedNotices.ts'
import { inProject, PackagingProblem, readJson } from './project.ts'
import { type LockedPackages, readLock, shippedPackages } from './shippedPackages.ts'

const bundledSchema = z.array(z.object({ name: z.string(), version: z.string() }))

/** These packages add their own helper functions to what they bundle. */
const bundlers = ['@vitejs/plugin-vue', 'rolldown', 'vite'].map((name) => inProject('node_modules', name))

/**
 * Returns the folders of the packages whose code is in `out/`. The bundler lists them, except the fonts and its own
 * helpers.
 */
function bundledFolders(lock: LockedPackages): readonly string[] {
  const lists = ['main', 'preload', 'renderer'].map((part) =>
    bundledSchema.parse(readJson(inProject('out', part, 'licenses.json'))),
  )
  return [...lists.flat().map(({ name, version }) => folderOf(lock, name, version)), ...stylePackages(), ...bundlers]
}

/** Returns the packages of fonts, whose style sheets are inlined before the bundler sees modules. */
function stylePackages(): readonly string[] {
  const styles = globSync('renderer/**/*.{css,vue}', { cwd: inProject() }).map((file) =>
    readFileSync(inProject(file), 'utf8'),
  )
  const imports = styles.flatMap((style) =>
    [...style.matchAll(/@import\s+['"]((?:@[^/'"]+\/)?[^./'"][^/'"]*)/g)].map(([, name = '']) => name),
  )
  return imports.map((name) => inProject('node_modules', name))
}

function folderOf(lock: LockedPackages, name: string, version: string): string {
  const found = Object.entries(lock).find(
    ([path, installed]) => path.endsWith(`node_modules/${name}`) && installed.version === version,
  )
  if (found === undefined)
    throw new PackagingProblem(`${name} ${version} is bundled and not installed. Run npm ci and npm run build.`)
  return inProject(found[0])
}

const manifestSchema = z.looseObject({
  name: z.string(),
  version: z.string(),
  license: z.string().optional(),
  author: z.union([z.string(), z.looseObject({ name: z.string() })]).optional(),
})

function licenseOf(folder: string): License {
  const { name, version, license, author } = manifestSchema.parse(readJson(join(folder, 'package.json')))
  const texts = globSync(['{licen[cs]e,LICEN[CS]E,Licen[cs]e,COPYING,NOTICE}*', 'lib/**/LICENSE*'], {
    cwd: folder,
  }).sort()
  if (license === undefined) throw new PackagingProblem(`${name} ${version} names no licence. It can't be shipped.`)
  const text = texts.map((file) => ownTerms(readFileSync(join(folder, file), 'utf8'))).join('\n\n')
  return { name, version, identifier: license, text: text === '' ? standardText(name, license, author) : text }
}

/** Removes the licences of a bundler's own dependencies, which are not in the program. */
function ownTerms(text: string): string {
  return text.replace(/\n#+ Licenses of bundled dependencies[\s\S]*$/, '').trim()
}

/** Returns the terms of the MIT licence for a package that names this licence without including its text. */
function standardText(
  name: string,
  identifier: string,
  author: string | { readonly name: string } | undefined,
): string {
  if (identifier !== 'MIT')
    throw new PackagingProblem(`${name} carries no licence text. Add one to build/package/licenses.ts.`)
  const holder = (typeof author === 'string' ? author : author?.name) ?? `the authors of ${name}`
  return `Copyright (c) ${holder}\n\n${mitTerms}`
}

export const mitTerms = readFileSync(inProject('LICENSE'), 'utf8')
  .replace(/^[\s\S]*?(?=Permission is hereby granted)/, '')
  .trim()

/** Returns all licences without duplicates, sorted by name. */
export function thirdPartyLicenses(): readonly License[] {
  const lock = readLock()
  const folders = new Set([...shippedPackages(lock).map(({ path }) => inProject(path)), ...bundledFolders(lock)])
  const found = new Map<string, License>()
  for (const license of [...[...folders].map(licenseOf), noticesOfSqlite(mitTerms)])
    found.set(`${license.name} ${license.version}`, license)
  return [...found.values()].sort((a, b) => (a.name < b.name ? -1 : 1))
}

const rule = '='.repeat(78)

export function licensesDocument(licenses: readonly License[]): string {
  const list = licenses.map(({ name, version, identifier }) => `  ${name} ${version} (${identifier})`).join('\n')
  const texts = licenses.map(
    ({ name, version, identifier, text }) => `${rule}\n${name} ${version} (${identifier})\n${rule}\n\n${text}\n`,
  )
  return `${introduction}\n\n${list}\n\n${texts.join('\n')}`
}

const introduction = `eSIM Desk contains software of others. This file names each part and its licence.

The licence of Electron is in LICENSE.electron.txt, those of Chromium, Node.js and what they contain are in
LICENSES.chromium.html. Both files are in the folder of the program, on macOS in Contents/Resources.`
