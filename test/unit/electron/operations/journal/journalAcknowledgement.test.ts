/** The acknowledgement of a lost journal. */
import { beforeEach, expect, it, onTestFinished } from 'vitest'
import { systemClock } from '../../../../../electron/base/clock.ts'
import { openStorage } from '../../../../../electron/storage/index.ts'
import { call } from '../../../../faults/desk.ts'
import { silentLog } from '../../storage/support.ts'
import { createProfile, type Profile } from './profile.ts'

let profile: Profile

beforeEach(async () => {
  profile = await createProfile()
})

it('an acknowledgement is stored in the journal with its agent and losses, and can not be deleted', async () => {
  await profile.useDesk()
  await profile.removeJournal()
  await profile.useDesk((desk) => desk.acknowledge())
  const { journal, close } = await openStorage({ ...profile, clock: systemClock, log: silentLog })
  onTestFinished(close)
  const row = journal
    .prepare('SELECT agent_user, agent_name, acknowledged FROM journal_identity ORDER BY seq DESC LIMIT 1')
    .get()
  expect(row).toMatchObject({
    agent_user: 'desk',
    agent_name: 'Ann',
    acknowledged: expect.stringContaining('"kind":"missing"'),
  })
  expect(() => journal.exec('DELETE FROM journal_identity')).toThrow(/never changed/)
})

it('an acknowledgement of other losses is ignored', async () => {
  await profile.useDesk()
  await profile.removeJournal()
  const desk = await profile.startDesk()
  const before = await desk.state()
  expect(await desk.operations.handlers.acknowledge({ id: '0'.repeat(32) }, call)).toEqual(before)
  expect(await desk.refund()).toBe('journal_unacknowledged')
})
