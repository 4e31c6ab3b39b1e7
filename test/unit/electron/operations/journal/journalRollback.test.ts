/** Journals that were set back or replaced, which later rows, practice and restarts must not make up for. */
import { cp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { call } from '../../../../faults/desk.ts'
import { temporaryFolder } from '../../../../support/temporaryFolder.ts'
import { memoryKeychain } from '../../storage/support.ts'
import { deskNow } from '../reads.ts'
import { createProfile, journalFiles, nothingLost, type Profile } from './profile.ts'

let profile: Profile
let backups: string

beforeEach(async () => {
  profile = await createProfile()
  backups = await temporaryFolder()
})

const keep = (name: string): Promise<void> => cp(join(profile.folder, 'journal.db'), join(backups, name))
const putBack = async (name: string): Promise<void> => {
  await profile.removeJournal()
  await cp(join(backups, name), join(profile.folder, 'journal.db'))
}

/** Four operations in a sandbox, each of a start of its own. */
const practise = async (): Promise<void> => {
  for (const identity of ['run-1', 'run-2', 'run-3', 'run-4']) {
    profile.now += 60_000
    await profile.useDesk(async (desk) => expect(await desk.refund()).toMatchObject({ state: 'CONFIRMED' }), {
      kind: 'sandbox',
      identity,
    })
  }
}
const kindAndRefund = async (): Promise<unknown[]> => {
  const desk = await profile.startDesk()
  const [loss] = (await desk.state()).losses
  const result = [loss?.kind, await desk.refund()]
  await desk.close()
  return result
}
const refused = (kind: string): unknown[] => [kind, 'journal_unacknowledged']

/** Rewrites both marks as a version wrote them that had no digest. */
async function removeDigests(): Promise<void> {
  const file = join(profile.folder, 'profiles.json')
  const stored = z.looseObject({ journalMark: z.looseObject({}) }).parse(JSON.parse(await readFile(file, 'utf8')))
  const mark = { ...stored.journalMark, digest: undefined }
  await writeFile(file, JSON.stringify({ ...stored, journalMark: mark }))
  profile.keychain.secrets.set('journal-mark', JSON.stringify(mark))
}

it('practice in a sandbox and restarts do not make up for missing rows', async () => {
  await profile.useDesk()
  await keep('old')
  await profile.useDesk()
  await keep('right')
  await putBack('old')
  expect(await kindAndRefund()).toEqual(refused('older'))
  await practise()
  expect(await kindAndRefund()).toEqual(refused('older'))
  expect(await kindAndRefund()).toEqual(refused('older'))
  await putBack('right')
  expect(await kindAndRefund()).toEqual([undefined, expect.objectContaining({ state: 'CONFIRMED' })])
})

it('neither does it by the mark of an earlier version, which has no digest', async () => {
  await profile.useDesk()
  await keep('old')
  await profile.useDesk()
  await removeDigests()
  await keep('right')
  await putBack('old')
  expect(await kindAndRefund()).toEqual(refused('older'))
  await practise()
  expect((await kindAndRefund())[1]).toBe('journal_unacknowledged')
  await putBack('right')
  expect(await kindAndRefund()).toEqual([undefined, expect.objectContaining({ state: 'CONFIRMED' })])
  // The next mark has a digest.
  expect(profile.keychain.secrets.get('journal-mark')).toContain('"digest"')
})

it('the mark of an earlier version counts the rows of sandboxes, and is accepted with them', async () => {
  await profile.useDesk()
  await practise()
  await removeDigests()
  const counted = JSON.parse(profile.keychain.secrets.get('journal-mark') ?? '{}') as object // the stored mark
  profile.keychain.secrets.set(
    'journal-mark',
    JSON.stringify({ ...counted, rows: { operations: 5, transitions: 15, rules: 0 }, at: profile.now }),
  )
  expect(await (await profile.startDesk()).state()).toEqual(nothingLost)
})

it('rules that were set while money was refused do not make up for missing rows', async () => {
  await profile.useDesk()
  await keep('old')
  await profile.useDesk(async (desk) => {
    await desk.operations.handlers.setRules(
      { userCountry: null, userIp: null, metatag: '{id} {reference}', dailyLimit: '20', askAbove: '50' },
      call,
    )
  })
  await putBack('old')
  await profile.useDesk(async (desk) => {
    for (const dailyLimit of ['30', '40'])
      await desk.operations.handlers.setRules(
        { userCountry: null, userIp: null, metatag: '{id} {reference}', dailyLimit, askAbove: '50' },
        call,
      )
  })
  expect((await kindAndRefund())[1]).toBe('journal_unacknowledged')
})

it('the rows of another computer with the same folder do not replace those of this one', async () => {
  await profile.useDesk()
  const here = { folder: profile.folder, keychain: profile.keychain }
  const there = `${profile.folder}-other`
  onTestFinished(() => rm(there, { recursive: true, force: true }))
  await cp(here.folder, there, { recursive: true })
  const keychainThere = memoryKeychain()
  for (const [name, secret] of here.keychain.secrets) keychainThere.secrets.set(name, secret)
  // Each of both computers refunds a package of its own, and as many of the other one's rows arrive here.
  await profile.useDesk()
  profile.folder = there
  profile.keychain = keychainThere
  profile.now = deskNow + 1000
  await profile.useDesk()
  profile.folder = here.folder
  for (const name of [...journalFiles, 'profiles.json'])
    await cp(join(there, name), join(here.folder, name)).catch(() => rm(join(here.folder, name), { force: true }))
  profile.keychain = here.keychain
  expect(await kindAndRefund()).toEqual(refused('other'))
  const desk = await profile.startDesk()
  await desk.acknowledge()
  expect(await desk.refund()).toMatchObject({ state: 'CONFIRMED' })
})

/** Sets the whole profile folder back to where it was before the last of two refunds. */
async function restoreWholeFolder(): Promise<void> {
  await profile.useDesk()
  const backup = join(backups, 'folder')
  await cp(profile.folder, backup, { recursive: true })
  await profile.useDesk()
  await rm(profile.folder, { recursive: true })
  await cp(backup, profile.folder, { recursive: true })
}

it('a whole profile folder from an older backup is noticed without a keychain', async () => {
  profile.keychain = memoryKeychain('session')
  await restoreWholeFolder()
  expect(await kindAndRefund()).toEqual(refused('older'))
  const desk = await profile.startDesk()
  await desk.acknowledge()
  expect(await desk.refund()).toMatchObject({ state: 'CONFIRMED' })
  await desk.close()
  expect(await (await profile.startDesk()).state()).toEqual(nothingLost)
  expect(await readdir(profile.stateFolder)).toEqual([expect.stringMatching(/^journal-[0-9a-f]{32}\.json$/)])
})

it('with a keychain it is noticed by the keychain, and nothing is written elsewhere', async () => {
  await restoreWholeFolder()
  expect((await kindAndRefund())[1]).toBe('journal_unacknowledged')
  expect(await readdir(profile.stateFolder)).toEqual([])
})
