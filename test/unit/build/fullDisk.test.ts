/**
 * What packing says where the disk becomes full, at each of its steps.
 *
 * @module-tag slow
 */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inProject } from '../../../build/package/project.ts'
import { limits } from '../../limits.ts'
import { generateKey } from '../../support/keys.ts'
import { writeLinuxTools } from '../../support/linuxTools.ts'
import { namesIn, prepareDistributions, runPackaging } from '../../support/package.ts'

let prepared: Awaited<ReturnType<typeof prepareDistributions>>

beforeAll(async () => {
  prepared = await prepareDistributions()
}, limits.desk)

afterAll(() => prepared.delete())

test.each([
  ['the licences', 'THIRD-PARTY-LICENSES.txt'],
  ['the archive', 'app.asar'],
  ['the launcher', '/esim-desk'],
  ['the fuses', '/esim-desk-bin'],
  ['the kind of the package', 'package-type'],
  ['the package', '.deb'],
  ['the list of updates', 'latest-linux.yml'],
])('a disk that is full for %s ends the run with a sentence', async (_what, path) => {
  const run = await runPackaging(['--linux', '--x64', '--target=deb', ...prepared.flags], {
    ...writeLinuxTools(join(prepared.output, '..', 'tools')),
    ESIM_DESK_UPDATE_URL: 'https://updates.example.com/',
    ESIM_DESK_UPDATE_PUBLIC_KEY: generateKey().publicKey,
    NODE_OPTIONS: `--import=${pathToFileURL(inProject('test', 'support', 'fullDisk.mjs')).href}`,
    FULL_DISK_AT: path,
  })
  expect(run.output).toMatch(/^The disk is full/m)
  expect(run.code).toBe(1)
  expect(namesIn(prepared.output)).not.toContain('latest-linux.yml')
})
