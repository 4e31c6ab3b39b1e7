/** Bugs in the order of writing and sending, and in the second request. */
import type { Bug } from './bug.ts'
import { after, before, remove, replace, replacePart, type Edit } from './edits.ts'

const operations = 'operations/operations.ts'
const runHandler = 'operations/handlers/run.ts'
const notifier = 'operations/notifier.ts'
const send = 'operations/send/send.ts'
const classify = 'operations/send/classify.ts'

const early: readonly Edit[] = [
  before(
    {
      file: runHandler,
      find: '$journal.begin($intent)',
      given: [
        'const $bound = $previews.take($id, $open.identity)',
        'const $order = $bound.requestOf($intent.id, $agent)',
      ],
    },
    `await $open.client.prepareMoney()
     const early = await $open.client.sendMoney({ ...$order, intentId: $intent.id })`,
  ),
  replacePart(
    {
      file: runHandler,
      find: 'execute($intent, $order, $run)',
      given: ['$previews.take($id, $open.identity)'],
    },
    '$run',
    '{ ...$run, open: { ...$open, client: { ...$open.client, sendMoney: () => Promise.resolve(early) } } }',
  ),
]

/** Captures the function that sends, among other things. */
const sent = 'const { transition: $transition, $$$ } = await $send($input)'

const order: readonly Bug[] = [
  {
    name: 'sent before the intent is written',
    proof: 'an operation is durable before it is sent or shown',
    message: /sent while the journal had nothing/,
    changes: early,
  },
  {
    name: 'a purchase sent before the intent is written',
    proof: 'a purchase is durable before it is sent or shown',
    message: /sent while the journal had nothing/,
    changes: early,
  },
  {
    name: 'sent before SENDING is written',
    proof: 'an operation is durable before it is sent or shown',
    message: /sent while the journal had INTENT/,
    changes: [
      remove({ file: send, find: "$move({ state: 'SENDING', $$$ })" }),
      after(
        { file: send, find: sent, given: ["$move({ state: 'NOT_SENT', $$$ })"] },
        "$move({ state: 'SENDING', cause: 'send' })",
      ),
    ],
  },
  {
    name: 'success shown before it is written',
    proof: 'nothing is shown that could not be written',
    message: /shown: SENDING, CONFIRMED/,
    changes: [
      before(
        { file: send, find: '$journal.move($id, $transition, $result)', given: ['$run.onTransition($id)'] },
        '$run.onTransition($id, $transition.state)',
      ),
      remove({ file: send, find: '$run.onTransition($id)' }),
      replacePart(
        {
          file: notifier,
          find: 'const $onTransition = ($id) => $act',
          given: ['return { onTransition: $onTransition, $$$ }'],
        },
        '$id',
        '$id, early',
      ),
      replacePart(
        {
          file: notifier,
          given: ['return { onTransition: $onTransition, $$$ }', 'const $onTransition = ($id, $early) => $act'],
          inside: '$onTransition',
          find: '$changed($id, $row)',
        },
        '$row',
        '{ ...$row, state: $early ?? $row.state }',
      ),
    ],
  },
]

/** Captures the number of the attempt, among other things. */
const attempted = 'const { classification: $classification, $$$ } = await $attempt($sending, $number, $path)'

const sends: readonly Bug[] = [
  {
    name: 'retry after a timeout',
    proof: 'a timeout is not repeated',
    message: /2 requests/,
    changes: [
      before(
        {
          file: send,
          inside: '$send',
          find: "'class' in $classification",
          given: [sent, attempted, '$number === $last'],
        },
        "if ($classification.cause.startsWith('timeout') && $number < $last) continue",
      ),
    ],
  },
  {
    name: 'reused connection',
    proof: 'a money request has its own connection',
    message: /shared its connection/,
    changes: [
      replacePart(
        {
          file: 'service/http/once.ts',
          find: 'exchange({ dispatcher: $dispatcher, $$$ })',
          given: ['const $connection = $transport.fresh()'],
        },
        '$dispatcher',
        '$transport.shared()',
      ),
    ],
  },
  {
    name: 'redirect followed',
    proof: 'a redirect is not followed',
    message: /was followed to/,
    changes: [
      replacePart(
        { file: 'service/http/exchange.ts', find: '$dispatcher.request($request)' },
        '$dispatcher',
        "$dispatcher.compose((await import('undici')).interceptors.redirect({ maxRedirections: 3 }))",
      ),
    ],
  },
  {
    name: 'new id in the second request',
    proof: 'the second request has the same intent',
    message: /0 executions of its id/,
    changes: [
      replacePart(
        {
          file: send,
          find: '$client.sendMoney({ intentId: $id, $$$ })',
          given: ['const $facts = { number: $number, $$$ }'],
        },
        '$id',
        '`${$id}-${String($number)}`',
      ),
    ],
  },
  {
    name: 'token renewed in a loop',
    proof: 'a refused token is renewed once',
    message: /6 requests/,
    changes: [
      replace(
        { file: send, find: '$number === $last', given: [attempted] },
        "($match && $classification.resend !== 'token')",
      ),
    ],
  },
  {
    name: '404 of an unknown item as an unknown route',
    proof: 'an unknown item is requested once',
    message: /2 requests/,
    changes: [
      replace(
        { file: classify, find: '$status === 404 && $severalRoutes && !$isOwnForm' },
        '$status === 404 && $severalRoutes',
      ),
    ],
  },
  {
    name: 'UNKNOWN operation repeated at start',
    proof: 'a restart repeats nothing',
    message: /2 requests/,
    changes: [
      replacePart(
        {
          file: operations,
          find: 'return { recover: $recover, $$$ }',
          given: ['const { journal: $journal, $$$ } = $context', '$connections.onChange($listener)'],
        },
        '$recover',
        `() => {
          $recover()
          const { client } = $connections.require()
          for (const row of $journal.openIn('UNKNOWN')) {
            const order = { kind: row.kind, itemUid: row.item_uid, intentId: row.id }
            void client.prepareMoney().then(() => client.sendMoney(order))
          }
        }`,
      ),
    ],
  },
]

export const sendBugs: readonly Bug[] = [...order, ...sends]
