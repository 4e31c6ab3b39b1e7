/** Marks of the journal that are outdated, unreadable or absent although no journal is lost. */
import { cp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { DeskError } from '#shared/errors.ts'
import { systemClock } from '../../../../../electron/base/clock.ts'
import { journalMigrations } from '../../../../../electron/operations/journal/schema.ts'
import { migrate, openStorage } from '../../../../../electron/storage/index.ts'
import { memoryKeychain, silentLog } from '../../storage/support.ts'
import { createProfile, nothingLost, type Profile } from './profile.ts'

let profile: Profile

beforeEach(async () => {
  profile = await createProfile()
})

describe('an outdated mark is no loss', () => {
  it.each(['profiles.json', 'keychain'])('from an older %s', async (which) => {
    await profile.useDesk()
    const profiles = await readFile(join(profile.folder, 'profiles.json'), 'utf8')
    const earlierMark = profile.keychain.secrets.get('journal-mark') ?? ''
    await profile.useDesk()
    if (which === 'keychain') profile.keychain.secrets.set('journal-mark', earlierMark)
    else await writeFile(join(profile.folder, 'profiles.json'), profiles)
    const desk = await profile.startDesk()
    expect(await desk.state()).toEqual(nothingLost)
    expect(await desk.refund()).toMatchObject({ state: 'CONFIRMED' })
  })

  it('from before an acknowledgement, which the journal contains', async () => {
    await profile.useDesk()
    const profiles = await readFile(join(profile.folder, 'profiles.json'), 'utf8')
    await profile.removeJournal()
    await profile.useDesk((desk) => desk.acknowledge())
    await writeFile(join(profile.folder, 'profiles.json'), profiles)
    expect(await (await profile.startDesk()).state()).toEqual(nothingLost)
  })

  it('in a profile with another or an empty keychain', async () => {
    await profile.useDesk()
    profile.keychain = memoryKeychain()
    const desk = await profile.startDesk()
    // The key of the encrypted file is not in this keychain, which does not affect money.
    expect(await desk.state()).toMatchObject({
      refusesMoney: false,
      losses: [{ file: 'work', kind: 'damaged', missing: 1 }],
    })
    expect(await desk.refund()).toMatchObject({ state: 'CONFIRMED' })
  })

  it('of a desk that was killed before it could write the mark', async () => {
    const desk = await profile.startDesk()
    await desk.refund()
    // The mark was written with the first preview, so it does not contain the refund.
    await expect
      .poll(() => readFile(join(profile.folder, 'profiles.json'), 'utf8').catch(() => ''))
      .toContain('"operations": 0')
    await cp(profile.folder, `${profile.folder}-killed`, { recursive: true })
    onTestFinished(() => rm(`${profile.folder}-killed`, { recursive: true, force: true }))
    await desk.close()
    profile.folder = `${profile.folder}-killed`
    profile.keychain = memoryKeychain()
    const restarted = await profile.startDesk()
    expect((await restarted.state()).refusesMoney).toBe(false)
    await restarted.close()
    await profile.removeJournal()
    expect(await (await profile.startDesk()).refund()).toBe('journal_unacknowledged')
  })
})

it('a keychain that is locked at the start is read again before money is sent', async () => {
  await profile.useDesk()
  await profile.removeJournal()
  await rm(join(profile.folder, 'profiles.json'))
  const { get } = profile.keychain
  let locked = true
  profile.keychain = {
    ...profile.keychain,
    get: (account) =>
      locked ? Promise.reject(new DeskError('keychain_unavailable', 'The keychain is locked')) : get(account),
  }
  const desk = await profile.startDesk()
  expect(await desk.state()).toEqual(nothingLost)
  locked = false
  expect(await desk.refund()).toBe('journal_unacknowledged')
  expect(desk.notified).toMatchObject([{ refusesMoney: true }])
})

it('a sandbox is neither marked nor refused', async () => {
  await profile.useDesk(undefined, { kind: 'sandbox', identity: 'sandbox-run-1' })
  expect(profile.keychain.secrets.has('journal-mark')).toBe(false)
  await profile.useDesk()
  await profile.removeJournal()
  const desk = await profile.startDesk({ kind: 'sandbox', identity: 'sandbox-run-2' })
  expect((await desk.state()).losses).toMatchObject([{ connections: [{ name: 'Name of shop-1' }] }])
  expect(await desk.refund()).toMatchObject({ state: 'CONFIRMED' })
})

it('a journal of an earlier version without marks is accepted', async () => {
  const { journal, close } = await openStorage({ ...profile, clock: systemClock, log: silentLog })
  migrate(journal, journalMigrations.slice(0, -1))
  close()
  profile.names = ['Acme']
  await profile.useDesk(async (desk) => {
    expect(await desk.state()).toEqual(nothingLost)
    expect(await desk.refund()).toMatchObject({ state: 'CONFIRMED' })
  })
  await profile.removeJournal()
  expect(await (await profile.startDesk()).refund()).toBe('journal_unacknowledged')
})
