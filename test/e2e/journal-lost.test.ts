/**
 * A journal that was deleted between two starts: the refund that it had locked can't be executed twice without an
 * acknowledgement.
 */
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { control } from '../support/control.ts'
import { startDesk, type RunningDesk } from '../support/desk.ts'
import { startSandboxProcess } from '../support/sandbox.ts'
import { answerQuestion } from '../support/questions.ts'
import {
  expectDisabled,
  expectEnabled,
  expectNoConsoleErrors,
  giveRefundReason,
  openCustomer,
  outcome,
  packageRow,
  click,
  searchField,
} from './journey.ts'
import { temporaryFolder } from '../support/temporaryFolder.ts'

test('a refund whose answer was lost is not executed twice even if the journal is missing', async () => {
  const sandbox = await startSandboxProcess({ customers: 120, seed: 7 })
  onTestFinished(() => sandbox.stop())
  const userData = await temporaryFolder()
  const start = async (): Promise<RunningDesk> => {
    const desk = await startDesk({
      userData,
      args: ['--service', sandbox.info.baseUrl, '--segment', sandbox.info.segment],
      env: { ESIM_DESK_CLIENT_ID: sandbox.info.clientId, ESIM_DESK_CLIENT_SECRET: sandbox.info.clientSecret },
    })
    onTestFinished(() => desk.close())
    await searchField(desk.page).waitFor()
    return desk
  }
  const service = control(sandbox.info)
  const sample = await service.itemSample('refundable')
  const requests = async (): Promise<number> => (await service.state()).counts.requests['refund'] ?? 0
  const openRefund = async ({ page }: RunningDesk) => {
    await openCustomer(page, sample.uid, sample.email)
    await packageRow(page, sample.metatag ?? '')
      .getByRole('button', { name: 'Refund', exact: true })
      .click()
    return page.getByRole('dialog', { name: 'Refund this package?' })
  }

  const first = await start()
  const dialog = await openRefund(first)
  await giveRefundReason(dialog)
  // The request arrives, its answer doesn't, and no read shows the outcome.
  await service.setFaults([
    { endpoint: 'refund', kind: 'dropBefore' },
    { endpoint: 'customer', kind: 'proxyPage', status: 403, times: 'always' },
  ])
  await click(dialog, 'Refund')
  await outcome(first.page).filter({ hasText: 'Unconfirmed' }).waitFor()
  await expect.poll(async () => await readFile(join(userData, 'profiles.json'), 'utf8')).toContain('"unresolved": 1')
  await first.close()
  await service.clearFaults()
  const sentBefore = await requests()
  for (const name of ['journal.db', 'journal.db-wal']) await rm(join(userData, name), { force: true })

  const second = await start()
  const notice = second.page.getByRole('alert').filter({ hasText: 'The journal of earlier operations is missing.' })
  await notice
    .filter({ hasText: 'At least one operation' })
    .filter({ hasText: 'one operation whose outcome was unknown' })
    .waitFor()
  const refused = await openRefund(second)
  await refused.getByText('Read the notice at the top of the window').first().waitFor()
  await expectDisabled(refused.getByRole('button', { name: 'Refund', exact: true }))
  await second.page.keyboard.press('Escape')
  // A window that submits anyway is refused as well.
  const preview = await second.page.evaluate(
    (target) =>
      (
        window as unknown as {
          desk: Record<string, Record<string, (input: unknown) => Promise<{ value: { previewId: string } }>>>
        }
      ).desk['operations']?.['preview']?.(target),
    { kind: 'refund', customerUid: sample.uid, itemUid: sample.itemUid },
  ) // the bridge as a page sees it
  const answer = await second.page.evaluate(
    (previewId) =>
      (window as unknown as { desk: Record<string, Record<string, (input: unknown) => Promise<unknown>>> }).desk[
        'operations'
      ]?.['run']?.({ previewId }),
    preview?.value.previewId,
  ) // the same
  expect(answer).toMatchObject({ ok: false, error: { code: 'journal_unacknowledged' } })
  expect(await requests()).toBe(sentBefore)
  // The notice is still there after another start.
  await second.close()
  const third = await start()
  const laterNotice = third.page.getByRole('alert').filter({ hasText: 'The journal of earlier operations is missing.' })
  const confirm = () => laterNotice.getByRole('button', { name: 'I have read this: continue', exact: true }).click()
  // The window's own button does not suffice: the main process asks, and after a refusal everything stays blocked.
  await confirm()
  const question = await answerQuestion(third, 'Go on without these operations?', 'no')
  expect(question.text).toMatch(/The journal:?\s+is missing, at least 1 missing/)
  await laterNotice.getByText('did not get one').waitFor()
  await confirm()
  await answerQuestion(third, 'Go on without these operations?')
  await laterNotice.waitFor({ state: 'detached' })
  const allowed = await openRefund(third)
  await giveRefundReason(allowed)
  await expectEnabled(allowed.getByRole('button', { name: 'Refund', exact: true }))
  expectNoConsoleErrors(third)
})
