/** How `npm run electron-check` reports its findings. */
import { spawnSync } from 'node:child_process'
import { PassThrough } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { collectFindings, summaryOf, tableOf } from '../../support/electronCheck/findings.ts'
import { askPerson } from '../../support/electronCheck/person.ts'
import { displayOf, readSelfCheck, unseen, violations } from '../../support/electronCheck/security.ts'
import { projectNode } from '../../support/projectNode.ts'

const machine = { program: 'eSIM Desk 1.0.0', versions: 'Electron 45.4.1', system: 'linux x64', date: '2026-11-22' }

test('a check that throws has failed, and the table and the line for the report name it and the reason', async () => {
  const findings = collectFindings(() => undefined)
  expect(await findings.check('It starts', () => Promise.resolve('3.1 s'))).toBe(true)
  expect(await findings.check('It quits', () => Promise.reject(new Error('it ended with 1\n    at a line')))).toBe(
    false,
  )
  expect(tableOf(findings.all())).toBe('held      It starts  3.1 s\nNOT HELD  It quits   it ended with 1')
  expect(summaryOf(findings.all(), machine)).toBe(
    'eSIM Desk 1.0.0 | Electron 45.4.1 | linux x64 | 2026-11-22 | 1 of 2 held, not: It quits',
  )
})

const good = {
  host: 'electron',
  browserSandbox: true,
  versions: { electron: '45.4.1', chrome: '153.0' },
  isVisible: true,
  display: { session: 'wayland', server: 'x11' },
  graphics: { gpu_compositing: 'enabled', webgl: 'disabled_off' },
  webPreferences: {
    contextIsolation: true,
    sandbox: true,
    nodeIntegration: false,
    nodeIntegrationInWorker: false,
    nodeIntegrationInSubFrames: false,
    webSecurity: true,
    allowRunningInsecureContent: false,
    webviewTag: false,
  },
  page: {
    isSecureContext: true,
    hasNode: false,
    deskIsFixed: true,
    htmlSinkBlocked: true,
    foreignFetchBlocked: true,
    foreignSocketBlocked: true,
    workerBlocked: true,
    popupBlocked: true,
    animationFrames: 2,
    permissions: { camera: 'denied', microphone: 'denied', geolocation: 'denied', clipboardRead: 'denied' },
    headers: { 'content-security-policy': "default-src 'none'; script-src 'self'" },
  },
  pdf: { isPdf: true, bytes: 20_000 },
}
const printed = (report: unknown): string =>
  `[1122/0101:ERROR] something of Chromium's\n${JSON.stringify(report, null, 2)}\nmore\n`

test('the report is found among other lines, and each unmet condition is named', () => {
  expect(violations(readSelfCheck(printed(good)))).toEqual([])
  const bad = {
    ...good,
    browserSandbox: false,
    webPreferences: { ...good.webPreferences, sandbox: false },
    page: { ...good.page, hasNode: true, permissions: { ...good.page.permissions, camera: 'granted' }, headers: {} },
  }
  expect(violations(readSelfCheck(printed(bad)))).toEqual([
    'browserSandbox',
    'webPreferences.sandbox',
    'page.hasNode',
    'permissions.camera',
    'headers.content-security-policy',
  ])
  expect(violations(readSelfCheck(printed({ ...good, webPreferences: null })))).toContain(
    'webPreferences.contextIsolation',
  )
  expect(() => readSelfCheck('the program crashed')).toThrow(/no report: the program crashed/)
})

test('a window is unseen that the main process calls hidden, or whose frames are not drawn', () => {
  expect(unseen(readSelfCheck(printed(good)))).toBeNull()
  expect(unseen(readSelfCheck(printed({ ...good, isVisible: false })))).toBe(
    'the main process reports that the window is not visible',
  )
  expect(unseen(readSelfCheck(printed({ ...good, page: { ...good.page, animationFrames: 1 } })))).toBe(
    '1 of 2 animation frames were drawn',
  )
})

test('the report names the session, what the window is drawn on, and the state of the graphics', () => {
  const report = readSelfCheck(printed(good))
  expect(displayOf(report)).toBe('wayland session, window on x11, gpu_compositing enabled, webgl disabled_off')
  const elsewhere = { ...report, display: { session: null, server: null }, graphics: {} }
  expect(displayOf(elsewhere, ['gpu_compositing'])).toBe('gpu_compositing unknown')
})

function terminal(isTTY: boolean) {
  const input = Object.assign(new PassThrough(), { isTTY })
  const output = Object.assign(new PassThrough(), { isTTY })
  return { input, output, answer: askPerson('Did you see it?', { input, output }) }
}

test.each([
  ['y\n', true],
  ['No\n', false],
  ['what?\nyes\n', true],
])('a person at a terminal who types %j is understood, and asked again where that is needed', async (typed, answer) => {
  const person = terminal(true)
  person.input.write(typed)
  expect(await person.answer).toBe(answer)
  expect(String(person.output.read())).toContain('Did you see it? [y/n]')
})

test('nobody is asked where there is no terminal, and a person may leave the question', async () => {
  const nobody = terminal(false)
  expect(await nobody.answer).toBeNull()
  expect(nobody.output.read()).toBeNull()
  const leaving = terminal(true)
  leaving.input.end()
  expect(await leaving.answer).toBeNull()
})

test.each([
  ['holds', good, 0, ''],
  [
    'shows a setting that is not as it has to be',
    { ...good, page: { ...good.page, hasNode: true } },
    1,
    /not as they have to be: page\.hasNode\n$/,
  ],
  ['has a hidden window', { ...good, isVisible: false }, 1, /Nobody can see the window: the main process/],
  ['renders no PDF', { ...good, pdf: { isPdf: false, bytes: 0 } }, 1, /pdf\.isPdf\n$/],
  ['is missing', null, 1, /printed no report/],
] as const)(
  'a step of a workflow fails by the report of the self-check, unless it holds: one that %s',
  (_, report, status, sentence) => {
    const script = fileURLToPath(new URL('../../support/electronCheck/checkSelfCheck.ts', import.meta.url))
    const ended = spawnSync(projectNode, [script], {
      input: report === null ? 'it crashed' : printed(report),
      encoding: 'utf8',
    })
    expect(ended.status).toBe(status)
    expect(ended.stderr).toMatch(sentence)
  },
)
