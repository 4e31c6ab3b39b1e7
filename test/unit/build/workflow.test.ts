/** The workflow for hosted runners, checked with the forge's own parser and against its promises. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { load } from 'js-yaml'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { inProject, readJson } from '../../../build/package/project.ts'

// The parser imports JSON as bundlers do and Node does not.
const hooks = registerHooks({
  load: (url, context, next) =>
    next(url, url.endsWith('.json') ? { ...context, importAttributes: { type: 'json' } } : context),
})
const { convertWorkflowTemplate, NoOperationTraceWriter, parseWorkflow } = await import('@actions/workflow-parser')
hooks.deregister()

const file = '.github/workflows/ci.yml'
const content = readFileSync(inProject(file), 'utf8')

const stepSchema = z.looseObject({
  if: z.string().optional(),
  env: z.record(z.string(), z.string()).optional(),
  run: z.string().optional(),
  uses: z.string().optional(),
  with: z.record(z.string(), z.unknown()).optional(),
})
const jobSchema = z.looseObject({
  'timeout-minutes': z.number(),
  permissions: z.unknown().optional(),
  strategy: z.looseObject({ matrix: z.looseObject({ os: z.array(z.string()) }) }).optional(),
  steps: z.array(stepSchema),
})
const workflow = z
  .looseObject({
    permissions: z.unknown(),
    concurrency: z.unknown(),
    defaults: z.unknown(),
    jobs: z.record(z.string(), jobSchema),
  })
  .parse(load(content))

const jobs = Object.values(workflow.jobs)
const steps = jobs.flatMap(({ steps: own }) => own)
const commandsOf = (job: string): string => (workflow.jobs[job]?.steps ?? []).map(({ run = '' }) => run).join('\n')

async function errorsOf(text: string): Promise<readonly string[]> {
  const { context, value } = parseWorkflow({ name: file, content: text }, new NoOperationTraceWriter())
  if (value !== undefined) await convertWorkflowTemplate(context, value)
  return context.errors.getErrors().map(({ message }) => message)
}

test('the workflow file is parsed without an error', async () => {
  expect(await errorsOf(content)).toEqual([])
})

test.each([
  ['an unknown key of a step', 'timeout-minutes: 10', 'time-out-minutes: 10'],
  ['an expression without a meaning', 'runner.os == ', 'runner.os === '],
  ['an unknown permission', 'contents: read', 'content: read'],
])('the check notices %s', async (_, right, wrong) => {
  expect(content).toContain(right)
  expect(await errorsOf(content.replace(right, wrong))).not.toEqual([])
})

test('it may read the sources and nothing else', () => {
  expect(workflow.permissions).toEqual({ contents: 'read' })
  expect(jobs.map(({ permissions }) => permissions)).toEqual(jobs.map(() => undefined))
  const checkouts = steps.filter(({ uses = '' }) => uses.startsWith('actions/checkout@'))
  expect(checkouts).toHaveLength(jobs.length)
  for (const checkout of checkouts) expect(checkout.with?.['persist-credentials']).toBe(false)
})

test('every action is pinned to a commit', () => {
  const actions = steps.flatMap(({ uses }) => (uses === undefined ? [] : [uses]))
  expect(actions.length).toBeGreaterThan(8)
  expect(actions.filter((action) => !/^actions\/[\w-]+@[0-9a-f]{40}$/.test(action))).toEqual([])
})

test('every job has a limit of time, and a newer state of a pull request takes the place of an older', () => {
  for (const job of jobs) expect(job['timeout-minutes']).toBeLessThanOrEqual(60)
  expect(workflow.concurrency).toMatchObject({
    'cancel-in-progress': "${{ github.event_name == 'pull_request' }}",
  })
})

test('tests, journeys on Electron and packages run where they should', () => {
  expect(commandsOf('test')).toContain('npm test -- --all')
  expect(commandsOf('journeys')).toContain('npm run e2e -- --host=electron')
  expect(commandsOf('journeys')).toContain('xvfb-run')
  expect(commandsOf('journeys')).toMatch(/WAYLAND_DISPLAY[^]*weston[^]*npm run e2e -- --host=electron first-run/)
  expect(commandsOf('packages')).toContain('npm run package')
  expect(commandsOf('audit')).toContain('npm audit')
  const systems = ['ubuntu', 'windows', 'macos']
  for (const job of ['journeys', 'packages']) {
    const os = workflow.jobs[job]?.strategy?.matrix.os ?? []
    expect(os.map((name) => name.split('-')[0])).toEqual(systems)
  }
})

test('no install script of a dependency runs', () => {
  const installs = steps
    .flatMap(({ run = '' }) => run.split('\n'))
    .filter((line) => /\bnpm (?:ci|install|i)\b/.test(line))
  expect(installs.length).toBeGreaterThan(2)
  expect(installs.filter((line) => !line.includes('--ignore-scripts'))).toEqual([])
})

test('a release of Electron’s line is proposed at once, and every other one waits', () => {
  const rule = z.looseObject({
    matchPackageNames: z.array(z.string()),
    matchUpdateTypes: z.array(z.string()).optional(),
    minimumReleaseAge: z.string().nullish(),
    schedule: z.array(z.string()).optional(),
  })
  const settings = z
    .looseObject({ minimumReleaseAge: z.string(), packageRules: z.array(rule) })
    .parse(readJson(inProject('.github', 'renovate.json')))
  const atOnce = settings.packageRules.filter(({ minimumReleaseAge }) => minimumReleaseAge === null)
  expect(atOnce).toMatchObject([
    { matchPackageNames: ['electron'], matchUpdateTypes: ['minor', 'patch'], schedule: ['at any time'] },
  ])
  expect(settings.minimumReleaseAge).toBe('14 days')
})

test('every script that it runs is one of package.json', () => {
  const { scripts } = z
    .looseObject({ scripts: z.record(z.string(), z.string()) })
    .parse(readJson(inProject('package.json')))
  const named = [...content.matchAll(/npm run ([\w-]+)/g)].map(([, name = '']) => name)
  expect(named.filter((name) => !(name in scripts))).toEqual([])
})

test('each system sees only its own certificate, and Apple’s key is a file that no other user can read', () => {
  const packing = (workflow.jobs['packages']?.steps ?? []).filter(({ run = '' }) => run.includes('npm run package'))
  const seen = packing.map((step) => [
    step.if,
    Object.keys(step.env ?? {}).filter((name) => /CSC|APPLE|^AZURE/.test(name)),
  ])
  expect(seen).toEqual([
    ["runner.os == 'Linux'", []],
    [
      "runner.os == 'Windows'",
      ['WIN_CSC_LINK', 'WIN_CSC_KEY_PASSWORD', 'AZURE_TENANT_ID', 'AZURE_CLIENT_ID', 'AZURE_CLIENT_SECRET'],
    ],
    [
      "runner.os == 'macOS'",
      ['CSC_LINK', 'CSC_KEY_PASSWORD', 'APPLE_API_KEY_TEXT', 'APPLE_API_KEY_ID', 'APPLE_API_ISSUER'],
    ],
  ])
  const folder = mkdtempSync(join(tmpdir(), 'esim-desk-runner-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  // Stands in for npm: prints what electron-builder would see.
  writeFileSync(join(folder, 'npm'), '#!/bin/sh\necho "$APPLE_API_KEY ${APPLE_API_KEY_TEXT-unset}"\n', { mode: 0o755 })
  const onMac = (text: string): string => {
    const env = { PATH: `${folder}:${process.env['PATH'] ?? ''}`, RUNNER_TEMP: folder, APPLE_API_KEY_TEXT: text }
    return execFileSync('bash', ['-eo', 'pipefail', '-c', packing[2]?.run ?? 'exit 1'], { encoding: 'utf8', env })
  }
  expect(onMac('')).toBe(' unset\n')
  expect(onMac('the key')).toBe(`${join(folder, 'key.p8')} unset\n`)
  expect(readFileSync(join(folder, 'key.p8'), 'utf8')).toBe('the key\n')
  expect(statSync(join(folder, 'key.p8')).mode & 0o777).toBe(0o600)
})

test('the security settings of the installed package decide whether its step passes, and signatures are stored', () => {
  const check = steps.find(({ run = '' }) => run.includes('--self-check'))?.run ?? ''
  expect(check).toMatch(/--self-check [^|]*\|\s+node test\/support\/electronCheck\/checkSelfCheck\.ts/)
  // With this shell a pipe fails by any of its parts.
  expect(workflow.defaults).toEqual({ run: { shell: 'bash' } })
  const kept = steps.map(({ with: options }) => String(options?.['path'] ?? '')).join('\n')
  expect(kept).toContain('dist/*.sig')
})
