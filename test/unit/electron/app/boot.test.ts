import { homedir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { DeskError } from '#shared/errors.ts'
import { fatalSentence, openedSentence } from '../../../../electron/app/boot.ts'
import { HostProblem } from '../../../../electron/host/index.ts'
import { defaultProfile } from '../../../../electron/app/profilePath.ts'

test('a problem that keeps the desk from starting is reported in a sentence that shows what to do', () => {
  expect(fatalSentence(new DeskError('already_running', 'x'))).toMatch(/already running.*--user-data/)
  const held = new DeskError('storage_unreadable', 'x', { file: 'journal.db', reason: 'held' })
  expect(fatalSentence(held)).toMatch(/holds the file journal\.db .*backup.*virus scanner.*synchronises.*nothing was/)
  expect(fatalSentence(new DeskError('storage_full', 'x'))).toMatch(/disk.*full/)
  expect(fatalSentence(new DeskError('storage_unreadable', 'x'))).toMatch(/nothing was deleted/)
  expect(fatalSentence(new DeskError('storage_unreadable', 'x', { file: 'work.db', code: 'EACCES' }))).toMatch(
    /work\.db.*can't be opened \(EACCES\).*who may read and write/,
  )
  expect(
    fatalSentence(new DeskError('storage_unreadable', 'x', { file: 'journal.db', reason: 'newer_version' })),
  ).toMatch(/journal\.db.*newer version of eSIM Desk.*nothing was changed/)
  expect(fatalSentence(new DeskError('storage_unreadable', 'x', { what: 'foreign_folder' }))).toMatch(
    /holds other things.*empty folder/,
  )
  expect(fatalSentence(new HostProblem('No browser is installed.'))).toBe('No browser is installed.')
})

test('an unexpected error is reported without its text, which may hold a secret', () => {
  expect(fatalSentence(new TypeError('secret abc'))).toMatch(/TypeError.*desk\.log/)
  expect(fatalSentence(new TypeError('secret abc'))).not.toContain('abc')
})

test('a desk that has opened reports its host, and names the sandbox only if it is connected to it', () => {
  expect(openedSentence('electron', true)).toBe('eSIM Desk is open on Electron, connected to the embedded sandbox.')
  expect(openedSentence('chromium', false)).toBe('eSIM Desk is open in the installed browser.')
})

test("the profile folder is in the system's default place for the data of programs", () => {
  expect(defaultProfile('linux', {})).toBe(join(homedir(), '.config', 'esim-desk'))
  expect(defaultProfile('linux', { XDG_CONFIG_HOME: '/x' })).toBe('/x/esim-desk')
  expect(defaultProfile('darwin', {})).toContain('Application Support')
  expect(defaultProfile('win32', { APPDATA: '/roaming' })).toBe(join('/roaming', 'eSIM Desk'))
})
