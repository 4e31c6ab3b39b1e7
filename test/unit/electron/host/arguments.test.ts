import { expect, test } from 'vitest'
import { parseFlags } from '../../../../electron/app/flags.ts'
import { ownArguments } from '../../../../electron/host/electron/arguments.ts'

const development = { isPackaged: false }
const installed = { isPackaged: true }

test.each([
  ['a folder', ['electron', '.', '--sandbox'], ['--sandbox']],
  ['a file', ['electron', 'out/main/main.js', '--sandbox'], ['--sandbox']],
  ['a file with another name', ['electron', '/srv/desk/entry.mjs', '--sandbox'], ['--sandbox']],
  ['switches of Electron before it', ['electron', '--no-sandbox', '--inspect=0', '.', '--sandbox'], ['--sandbox']],
  ['a flag that ends like the entry', ['electron', '.', '--user-data=/x/main.js'], ['--user-data=/x/main.js']],
  ['nothing behind it', ['electron', '.'], []],
])('in development the flags stand behind the program: %s', (_name, argv, own) => {
  expect(ownArguments(argv, development)).toEqual(own)
})

test('the installed program takes everything behind its name', () => {
  expect(ownArguments(['esim-desk', '--sandbox', '--user-data=/x'], installed)).toEqual(['--sandbox', '--user-data=/x'])
})

test('what systems, installers and launchers add to an installed program is left out', () => {
  const added = [
    '--ozone-platform-hint=auto',
    '--force-device-scale-factor=1.5',
    '--updated',
    '--lang=de',
    '-psn_0_12345',
    '-Embedding',
    '--force-renderer-accessibility',
    '--use-angle=d3d9',
    '--enable-logging=file',
  ]
  expect(ownArguments(['esim-desk', ...added, '--sandbox'], installed)).toEqual(['--sandbox'])
})

test.each([
  '--remote-debugging-port=9222',
  '--remote-debugging-pipe',
  '--inspect',
  '--js-flags=--x',
  '--load-extension=/x',
  '--disable-web-security',
  '--host-rules=MAP * x',
  '--user-data-dir=/x',
  '--log-file=/x/journal.db',
  '--log-net-log=/x',
  '--gpu-launcher=/bin/sh',
  '--renderer-cmd-prefix=/bin/sh',
  '--disable-gpu-sandbox',
  '--in-process-gpu',
  '--single-process',
  '--enable-features=x',
  '--disable-features=x',
  '--ignore-certificate-errors',
  '--disable-site-isolation-trials',
  '--proxy-server=x:1',
  // Chromium takes these forms too: one sign, that of Windows, and on Windows any case.
  '-no-sandbox',
  '/no-sandbox',
  '--NO-SANDBOX',
  '---no-sandbox',
  '--unheard-of',
])('%s, which opens the installed program to others, is left for the strict parser to refuse', (flag) => {
  expect(ownArguments(['esim-desk', '-Embedding', flag], installed)).toEqual([flag])
  expect(parseFlags([flag], null).ok).toBe(false)
})

test('the installed program is not started without its sandbox: the switch is left to the parser, which refuses it', () => {
  expect(ownArguments(['/opt/esim-desk', '--no-sandbox', '--sandbox'], { isPackaged: true })).toEqual([
    '--no-sandbox',
    '--sandbox',
  ])
})
