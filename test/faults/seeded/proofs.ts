/**
 * Proofs of what must hold for every submission. They run in a separate Node process on a copy of the sources, with the
 * real operations, journal and client, and with a real sandbox that shows what it executed.
 */
import { setTimeout as wait } from 'node:timers/promises'
import type { OperationKind, OperationState } from '#shared/model/operation/operation.ts'
import type { ServiceClient } from '../../../electron/service/index.ts'
import type { FaultInput } from '../../support/control.ts'
import { sendUntilTimeout } from '../../support/jumpingClock.ts'
import type { MoneyDesk, TargetInput } from '../desk.ts'
import { whereOf } from '../targets.ts'
import { claim } from './claim.ts'
import { purchaseProofs, twentySubmissions } from './purchaseProofs.ts'
import { codeOf, executionsOf, outcomeOf, requestsOf, withScene, type TestEnvironment } from './scene.ts'
import { wireProofs } from './wireProofs.ts'

/** Verifies the final state and the number of requests of a submission under one fault. */
const underFault = (
  kind: 'activate' | 'refund',
  fault: FaultInput['kind'],
  more: Partial<FaultInput>,
  state: OperationState,
  requests: number,
  clientGivesUp = false,
) =>
  withScene(async (scene) => {
    const { service, desk, clientClock } = scene
    const target = scene.target(kind)
    const before = await requestsOf(scene, kind)
    await service.fault(kind, fault, { ...whereOf(target), ...more })
    const submit = () => desk.submit(target)
    const row = await (clientGivesUp ? sendUntilTimeout(submit, clientClock, () => requestsOf(scene, kind)) : submit())
    const executed = await executionsOf(scene, row.id)
    if (row.state === 'CONFIRMED') claim(executed === 1, 'it is CONFIRMED, though not executed')
    if (row.state === 'REJECTED') claim(executed === 0, 'it is REJECTED, though executed')
    claim(
      (await requestsOf(scene, kind)) - before === requests,
      `there were ${String((await requestsOf(scene, kind)) - before)} requests, not ${String(requests)}`,
    )
    claim(row.state === state, `it is ${row.state} instead of ${state}`)
  })

/** Records the state that the journal holds when a request is sent. */
const recordStatesAtSend =
  (sentStates: string[], desk: () => MoneyDesk | null) =>
  (client: ServiceClient): ServiceClient => ({
    ...client,
    sendMoney(request) {
      const states =
        desk()
          ?.storage.journal.prepare('SELECT state FROM transitions WHERE operation = ? ORDER BY seq DESC')
          .pluck()
          .all(request.intentId) ?? []
      sentStates.push(String(states[0] ?? 'nothing'))
      return client.sendMoney(request)
    },
  })

const durable =
  (kind: OperationKind) =>
  async (ground: TestEnvironment): Promise<void> => {
    const sentStates: string[] = []
    let desk: MoneyDesk | null = null
    await withScene(
      async (scene) => {
        ;({ desk } = scene)
        await scene.desk.submit(scene.target(kind))
        claim(sentStates.join() === 'SENDING', `it was sent while the journal had ${sentStates.join()}`)
        const notified = scene.desk.rows.map(({ state }) => state).join()
        claim(notified === 'SENDING,CONFIRMED', `the notified states were ${notified}`)
      },
      { around: recordStatesAtSend(sentStates, () => desk) },
    )(ground)
  }

const lostAnswer = (kind: 'activate' | 'refund', elapsed: number) =>
  withScene(async ({ service, desk, clock, target }) => {
    const one = target(kind)
    await service.fault(kind, 'dropBefore', whereOf(one))
    const { id } = await desk.submit(one)
    clock.pass(elapsed)
    const { state } = await desk.check(id)
    claim(state === 'UNKNOWN', `a check made it ${state} instead of UNKNOWN`)
  })

/** Returns the refund of the same item. */
const forRefund = (activation: TargetInput): TargetInput => {
  if (activation.kind !== 'activate') throw new Error('Not an activation')
  return { ...activation, kind: 'refund' }
}

export const proofs = {
  ...wireProofs,
  ...purchaseProofs,
  'an operation is durable before it is sent or shown': durable('activate'),
  'a purchase is durable before it is sent or shown': durable('top-up'),
  'nothing is shown that could not be written': withScene(async ({ desk, target }) => {
    desk.storage.journal.exec(
      `CREATE TEMP TRIGGER unwritable BEFORE INSERT ON main.transitions WHEN NEW.state = 'CONFIRMED'
      BEGIN SELECT RAISE(ABORT, 'the disk is unavailable'); END`,
    )
    const outcome = await outcomeOf(desk.submit(target('refund')))
    const shown = desk.rows.map(({ state }) => state).join(', ')
    claim(shown === 'SENDING', `shown: ${shown}`)
    claim(outcome === 'journal_unwritable', `the submission ended with ${outcome}`)
  }),
  'a folder is used by one desk': withScene(async ({ open }) => {
    const second = await open().then((desk) => {
      desk.operations.recover()
      return 'was opened'
    }, codeOf)
    claim(second === 'already_running', `a second desk ${second}`)
  }),
  'the journal is opened with full durability': withScene(
    ({
      desk: {
        storage: { journal },
      },
    }) => {
      const synchronous = journal.pragma('synchronous', { simple: true })
      claim(synchronous === 2, `synchronous is ${String(synchronous)}, not 2 (FULL)`)
      return Promise.resolve()
    },
  ),
  'an operation in flight is not recovered': withScene(async ({ service, desk, clientClock, target }) => {
    const refund = target('refund')
    await service.fault('refund', 'hangAfter', whereOf(refund))
    const { previewId } = await desk.preview(refund)
    const before = (await service.state()).counts.ledger
    const pending = outcomeOf(desk.run(previewId))
    while ((await service.state()).counts.ledger === before) await wait(5)
    const seen = (await desk.list()).map(({ state }) => state).join()
    clientClock.exceed('headers')
    await pending
    claim(seen === 'SENDING', `it was ${seen} while it was in flight`)
  }),
  'a timeout is not repeated': underFault('activate', 'hangAfter', { times: 2 }, 'UNKNOWN', 1, true),
  'an unknown item is requested once': underFault(
    'refund',
    'status',
    { status: 404, contentType: 'application/json', body: '{"message":"No such item"}', times: 'always' },
    'REJECTED',
    1,
  ),
  'a refused token is renewed once': underFault('activate', 'tokenRevoked', { times: 5 }, 'REJECTED', 2),
  'a failure after the execution is UNKNOWN': underFault(
    'activate',
    'failAfter',
    { status: 500, contentType: 'application/json', body: '{"message":"oops"}' },
    'UNKNOWN',
    1,
  ),
  'a foreign 403 is UNKNOWN': underFault('activate', 'proxyPage', { status: 403 }, 'UNKNOWN', 1),
  'a log-in page is UNKNOWN': underFault('activate', 'loginPage', {}, 'UNKNOWN', 1),
  'a cut answer is UNKNOWN': underFault('activate', 'cut', { bytes: 5 }, 'UNKNOWN', 1),
  'the second request has the same intent': withScene(async (scene) => {
    const { service, desk, target } = scene
    const refund = target('refund')
    await service.fault('refund', 'tokenRevoked', whereOf(refund))
    const row = await desk.submit(refund)
    const executed = await executionsOf(scene, row.id)
    claim(
      row.state === 'CONFIRMED' && executed === 1,
      `it is ${row.state} with ${String(executed)} executions of its id`,
    )
  }),
  'a restart repeats nothing': withScene(async (scene) => {
    const { service, desk, target, open } = scene
    const activate = target('activate')
    const before = await requestsOf(scene, 'activate')
    await service.fault('activate', 'dropBefore', whereOf(activate))
    const { id } = await desk.submit(activate)
    await desk.close()
    const restarted = await open()
    restarted.operations.recover()
    // Recovery would send its requests before this check, and closing waits for them.
    await restarted.check(id)
    await restarted.close()
    const requests = (await requestsOf(scene, 'activate')) - before
    claim(requests === 1, `there were ${String(requests)} requests`)
  }),
  'operations on two items run in parallel': withScene(async ({ service, desk, target }) => {
    const activate = target('activate')
    const [one, two] = await Promise.all([desk.preview(activate), desk.preview(target('activate', 1))])
    await service.fault('activate', 'late', { ...whereOf(activate), ms: 200 })
    const outcomes = await Promise.all([outcomeOf(desk.run(one.previewId)), outcomeOf(desk.run(two.previewId))])
    claim(
      outcomes.every((outcome) => outcome === 'CONFIRMED'),
      `they ended ${outcomes.join(' and ')}`,
    )
  }),
  'an activation excludes a refund of the same item': withScene(async ({ service, desk, target }) => {
    const activate = target('activate')
    const [activation, refundPreview] = await Promise.all([desk.preview(activate), desk.preview(forRefund(activate))])
    await service.fault('activate', 'late', { ...whereOf(activate), ms: 200 })
    const pending = desk.run(activation.previewId)
    const outcome = await outcomeOf(desk.run(refundPreview.previewId))
    await pending
    claim(outcome === 'operation_in_progress', `the refund was ${outcome}`)
  }),
  'twenty submissions are one request': twentySubmissions('refund'),
  'a lost refund stays UNKNOWN': lostAnswer('refund', 60_000),
  'a lost activation is not released at once': lostAnswer('activate', 1000),
} as const satisfies Readonly<Record<string, (ground: TestEnvironment) => Promise<void>>>

export type ProofName = keyof typeof proofs
