/**
 * The detection of a lost, restored or replaced journal, on real files and with real marks.
 *
 * @module-tag long
 */
import { cp, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { call } from '../../../../faults/desk.ts'
import { temporaryFolder } from '../../../../support/temporaryFolder.ts'
import { memoryKeychain } from '../../storage/support.ts'
import { deskNow } from '../reads.ts'
import { createProfile, done, journalFiles, lost, nothingLost, refund, type Profile } from './profile.ts'

const limit = (dailyLimit: string | null) => ({
  userCountry: null,
  userIp: null,
  metatag: '{id} {reference}',
  dailyLimit,
  askAbove: '50',
})

let profile: Profile

beforeEach(async () => {
  profile = await createProfile()
})

describe('a journal whose file changes while the desk runs', () => {
  const file = (): string => join(profile.folder, 'journal.db')
  const aside = (): string => join(profile.folder, 'aside.db')

  it.each([
    ['is deleted', () => rm(file())],
    ['loses its log alone', () => rm(`${file()}-wal`)],
    ['is moved away', () => rename(file(), aside())],
    ['is replaced by its own copy', () => cp(file(), aside()).then(() => rename(aside(), file()))],
    [
      'is replaced twice',
      async () => {
        for (const content of ['one', 'another']) {
          await writeFile(aside(), content)
          await rename(aside(), file())
        }
      },
    ],
  ])('refuses money when it %s', async (_, change) => {
    const desk = await profile.startDesk()
    const ready = await desk.operations.handlers.preview(refund, call)
    await change()
    await expect(desk.operations.handlers.run({ previewId: ready.previewId }, call)).rejects.toMatchObject({
      code: 'journal_replaced',
    })
    const preview = await desk.operations.handlers.preview(refund, call)
    expect([preview.possible, preview.reasons]).toEqual([false, ['journal_replaced']])
    expect(profile.sent).toBe(0)
  })

  it('goes on once the file is back in its place', async () => {
    const desk = await profile.startDesk()
    await rename(file(), aside())
    expect(await desk.refund()).toBe('journal_replaced')
    await rename(aside(), file())
    expect(await desk.refund()).toMatchObject({ state: 'CONFIRMED' })
  })

  it('does not refuse the sandbox, which affects no other account', async () => {
    const desk = await profile.startDesk({ kind: 'sandbox' })
    await rm(file())
    expect(await desk.refund()).toMatchObject({ state: 'CONFIRMED' })
  })
})

describe('a journal that is missing', () => {
  it('refuses money until a person has acknowledged the loss', async () => {
    profile.evidence = lost
    await profile.useDesk(async (desk) => {
      await desk.operations.handlers.setRules(limit('20'), call)
      await desk.refund()
    })
    await profile.removeJournal()
    profile.evidence = done
    const desk = await profile.startDesk()
    expect(await desk.state()).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{32}$/),
      refusesMoney: true,
      losses: [
        {
          file: 'journal',
          kind: 'missing',
          movedTo: null,
          knownUntil: new Date(deskNow).toISOString(),
          missing: 1,
          connections: [{ name: 'Name of shop-1', dailyLimit: '20', unresolved: 1 }],
        },
      ],
    })
    const preview = await desk.operations.handlers.preview(refund, call)
    expect([preview.possible, preview.reasons]).toEqual([false, ['journal_unacknowledged']])
    expect(await desk.refund()).toBe('journal_unacknowledged')
    expect(profile.sent).toBe(1)
    expect(await desk.acknowledge()).toEqual(nothingLost)
    expect(await desk.refund()).toMatchObject({ state: 'CONFIRMED' })
    expect(await desk.operations.handlers.rules(undefined, call)).toEqual(limit('20'))
    await desk.close()
    expect(await (await profile.startDesk()).state()).toEqual(nothingLost)
  })

  it('is reported at every start until it is restored', async () => {
    await profile.useDesk()
    await mkdir(join(profile.folder, 'backup'))
    await Promise.all(
      journalFiles.map((name) =>
        rename(join(profile.folder, name), join(profile.folder, 'backup', name)).catch(() => undefined),
      ),
    )
    const isRefused = (): Promise<void> =>
      profile.useDesk(async (desk) => expect(await desk.refund()).toBe('journal_unacknowledged'))
    await isRefused()
    await isRefused()
    await profile.removeJournal()
    await Promise.all(
      journalFiles.map((name) =>
        rename(join(profile.folder, 'backup', name), join(profile.folder, name)).catch(() => undefined),
      ),
    )
    const desk = await profile.startDesk()
    expect(await desk.state()).toEqual(nothingLost)
    expect(await desk.refund()).toMatchObject({ state: 'CONFIRMED' })
  })

  it.each(['profiles.json', 'keychain'])('is also detected without the mark in the %s', async (removedMark) => {
    await profile.useDesk()
    await profile.removeJournal()
    if (removedMark === 'keychain') profile.keychain.secrets.delete('journal-mark')
    else await rm(join(profile.folder, 'profiles.json'))
    const desk = await profile.startDesk()
    expect((await desk.state()).losses).toMatchObject([{ file: 'journal', kind: 'missing' }])
    expect(await desk.refund()).toBe('journal_unacknowledged')
  })

  it('is detected by the stored connections if an earlier version wrote no mark', async () => {
    profile.names = ['Acme', 'Other']
    await profile.useDesk(async (desk) => expect(await desk.refund()).toBe('journal_unacknowledged'))
    const desk = await profile.startDesk()
    expect((await desk.state()).losses).toMatchObject([
      { kind: 'missing', missing: null, knownUntil: null, connections: [{ name: 'Acme' }, { name: 'Other' }] },
    ])
    await desk.acknowledge()
    await desk.close()
    expect(await (await profile.startDesk()).state()).toEqual(nothingLost)
  })

  it('is reported with all its connections, and refuses money on each', async () => {
    await profile.useDesk()
    await profile.useDesk(undefined, { identity: 'shop-2' })
    await profile.removeJournal()
    const desk = await profile.startDesk({ identity: 'shop-3' })
    expect((await desk.state()).losses[0]?.connections.map(({ name }) => name).toSorted()).toEqual([
      'Name of shop-1',
      'Name of shop-2',
    ])
    expect(await desk.refund()).toBe('journal_unacknowledged')
  })
})

it('a first start reports no loss, and neither does the next one', async () => {
  await profile.useDesk(async (desk) => {
    expect(await desk.state()).toEqual(nothingLost)
    expect(desk.notified).toEqual([])
  })
  expect(await (await profile.startDesk()).state()).toEqual(nothingLost)
})

it('a damaged journal is reported with its quarantined copy and its contents', async () => {
  await profile.useDesk()
  await writeFile(join(profile.folder, 'journal.db'), 'this is no database at all '.repeat(500))
  const desk = await profile.startDesk()
  const [loss] = (await desk.state()).losses
  expect(loss).toMatchObject({
    file: 'journal',
    kind: 'damaged',
    movedTo: expect.stringMatching(/^journal\.db\.unreadable-/),
    missing: 1,
    connections: [{ name: 'Name of shop-1' }],
  })
  expect(await readFile(join(profile.folder, loss?.movedTo ?? ''), 'utf8')).toContain('no database')
  expect(await desk.refund()).toBe('journal_unacknowledged')
})

it('a damaged journal without marks refuses money at the next start too', async () => {
  await writeFile(join(profile.folder, 'journal.db'), 'this is no database at all '.repeat(500))
  await profile.useDesk(async (desk) =>
    expect((await desk.state()).losses).toMatchObject([{ kind: 'damaged', missing: null }]),
  )
  const desk = await profile.startDesk()
  expect((await desk.state()).losses).toMatchObject([{ kind: 'missing', missing: null }])
  expect(await desk.refund()).toBe('journal_unacknowledged')
})

describe('a journal restored from a copy', () => {
  const copy = join('..', 'copy')
  const backUp = (): Promise<void> =>
    cp(join(profile.folder, 'journal.db'), join(profile.folder, `${copy}.${profile.folder.slice(-6)}`))
  const restore = async (): Promise<void> => {
    await profile.removeJournal()
    await cp(join(profile.folder, `${copy}.${profile.folder.slice(-6)}`), join(profile.folder, 'journal.db'))
  }
  const clean = (): void =>
    onTestFinished(() => rm(join(profile.folder, `${copy}.${profile.folder.slice(-6)}`), { force: true }))

  it('is reported as older, with the number of missing operations and their connections', async () => {
    clean()
    await profile.useDesk(undefined, { identity: 'shop-1' })
    await backUp()
    await profile.useDesk(
      async (desk) => {
        await desk.refund()
        await desk.refund()
      },
      { identity: 'shop-2' },
    )
    await restore()
    const desk = await profile.startDesk()
    expect((await desk.state()).losses).toMatchObject([
      { file: 'journal', kind: 'older', missing: 2, connections: [{ name: 'Name of shop-2' }] },
    ])
    expect(await desk.refund()).toBe('journal_unacknowledged')
    await desk.acknowledge()
    // The same copy again: the acknowledgement covers only the rows that were missing at that time.
    await desk.refund()
    await desk.close()
    await restore()
    expect((await (await profile.startDesk()).state()).losses).toMatchObject([
      { kind: expect.stringMatching(/^(older|other)$/) },
    ])
  })

  it('that lacks only transitions is detected before the start writes anything', async () => {
    clean()
    profile.evidence = lost
    await profile.useDesk()
    await backUp()
    await profile.useDesk(async (desk) => {
      const [row] = (await desk.operations.handlers.list(undefined, call)).rows
      await desk.operations.handlers.resolve(
        { id: row?.id ?? '', outcome: 'CONFIRMED', reason: 'the portal says so' },
        call,
      )
    })
    await restore()
    expect((await (await profile.startDesk()).state()).losses).toMatchObject([
      { kind: 'older', missing: 0, connections: [{ name: 'Name of shop-1' }] },
    ])
  })

  it('together with the whole folder is detected by the mark in the keychain', async () => {
    clean()
    await profile.useDesk()
    await backUp()
    const profiles = await readFile(join(profile.folder, 'profiles.json'), 'utf8')
    await profile.useDesk()
    await restore()
    await writeFile(join(profile.folder, 'profiles.json'), profiles)
    expect((await (await profile.startDesk()).state()).losses).toMatchObject([{ kind: 'older', missing: 1 }])
  })
})

it('a journal of another folder is reported as other', async () => {
  await profile.useDesk()
  const here = profile.folder
  profile.folder = await temporaryFolder()
  const mine = profile.keychain
  profile.keychain = memoryKeychain()
  await profile.useDesk()
  const theirs = await readFile(join(profile.folder, 'journal.db'))
  profile.folder = here
  profile.keychain = mine
  await profile.removeJournal()
  await writeFile(join(profile.folder, 'journal.db'), theirs)
  const desk = await profile.startDesk()
  expect((await desk.state()).losses).toMatchObject([{ kind: 'other', missing: 1 }])
  expect(await desk.refund()).toBe('journal_unacknowledged')
})

describe('work.db', () => {
  it('that is missing is reported, refuses no money, and can be acknowledged', async () => {
    await profile.useDesk()
    for (const ending of ['', '-wal']) await rm(join(profile.folder, `work.db${ending}`), { force: true })
    const desk = await profile.startDesk()
    expect(await desk.state()).toMatchObject({
      refusesMoney: false,
      losses: [{ file: 'work', kind: 'missing', missing: 1, connections: [] }],
    })
    expect(await desk.refund()).toMatchObject({ state: 'CONFIRMED' })
    await desk.close()
    const next = await profile.startDesk()
    expect((await next.state()).losses).toMatchObject([{ file: 'work' }])
    expect(await next.acknowledge()).toEqual(nothingLost)
    await next.close()
    expect(await (await profile.startDesk()).state()).toEqual(nothingLost)
  })

  it('that is damaged is reported with its quarantined copy', async () => {
    await profile.useDesk()
    await writeFile(join(profile.folder, 'work.db'), 'this is no database at all '.repeat(500))
    expect((await (await profile.startDesk()).state()).losses).toMatchObject([
      { file: 'work', kind: 'damaged', movedTo: expect.stringMatching(/^work\.db\.unreadable-/), missing: 1 },
    ])
  })

  it('that is in memory is not reported', async () => {
    await profile.useDesk()
    profile.keychain = memoryKeychain('session')
    expect(await (await profile.startDesk()).state()).toEqual(nothingLost)
  })
})
