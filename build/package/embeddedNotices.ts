/**
 * The licence notices of the code that is compiled into the SQLite module. Its package contains the sources as one
 * file; the comments in it about copyright or licences are copied, each once.
 */
import { readFileSync } from 'node:fs'
import { inProject, readJson, textOf } from './project.ts'

export interface License {
  readonly name: string
  readonly version: string
  /** An SPDX expression. */
  readonly identifier: string
  readonly text: string
}

const folder = inProject('node_modules', 'better-sqlite3-multiple-ciphers')

const comments = /\/\*[\s\S]*?\*\/|(?:^\/\/.*\n)+/gm
const speaksOfLicenses = /copyright|licen[sc]e|permission is hereby|redistribution|public domain/i
/** Each file of SQLite contains this; the notice below covers all of them. */
const ofSqlite = /disclaims\s+copyright/i
/** Lines that differ between files and contain no licence terms. */
const aboutTheFile = /^(?:Name|Purpose|Created|Created by|Author|Based on|Modified by|Remarks|File|Creation date) *:/

const introduction = `Compiled into the native module of better-sqlite3-multiple-ciphers:

SQLite is in the public domain: its authors disclaim copyright to its source code.

SQLite3 Multiple Ciphers and the other parts carry these notices. "MIT" stands for the terms at the end.`

export function sqliteNotices(source: string): readonly string[] {
  const notices = new Set<string>()
  for (const [comment] of source.matchAll(comments)) {
    if (speaksOfLicenses.test(comment) && !ofSqlite.test(comment)) notices.add(plainText(comment))
  }
  return [...notices].filter((notice) => speaksOfLicenses.test(notice))
}

function plainText(comment: string): string {
  const lines = comment
    .replace(/^\/\*+/, '')
    .replace(/(?<!\*)\*+\/$/, '')
    .split('\n')
    .map((line) => line.replace(/^\s*(?:\*+|\/\/)\s?/, '').trimEnd())
  return lines
    .filter((line) => !aboutTheFile.test(line.trim()))
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

export function noticesOfSqlite(mitTerms: string): License {
  const version = textOf(
    readJson(`${folder}/package.json`),
    'version',
    'The package of better-sqlite3-multiple-ciphers',
  )
  const notices = sqliteNotices(readFileSync(`${folder}/deps/sqlite3/sqlite3.c`, 'utf8'))
  const separator = '\n\n-----\n\n'
  return {
    name: 'SQLite3 Multiple Ciphers',
    version: `of better-sqlite3-multiple-ciphers ${version}`,
    identifier: 'MIT AND blessing AND CC0-1.0 AND BSD-3-Clause',
    text: [introduction, ...notices, `MIT:\n\n${mitTerms}`].join(separator),
  }
}
