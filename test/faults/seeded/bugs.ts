/**
 * Bugs as they could be made in the money operations of today, each as replacements in the sources and the proof that
 * catches it, with the words that the proof says then. A replacement whose text is gone is an error, not a pass.
 */
import { change, type Bug, type Replacement } from './bug.ts'
import { purchaseBugs } from './purchaseBugs.ts'

const early: readonly Replacement[] = [
  change('operations/operations.ts', 'journal.begin(intent)', `await open.client.prepareMoney()
        const early = await open.client.sendMoney({ ...order, intentId: intent.id, route: 0 })
        journal.begin(intent)`),
  change('operations/operations.ts', '{ open, journal, moved, foundIccid', '{ open: { ...open, client: { ...open.client, sendMoney: () => Promise.resolve(early) } }, journal, moved, foundIccid'),
]
const unlocked: readonly Replacement[] = [
  change('operations/schema.ts', 'lock_key TEXT PRIMARY KEY NOT NULL,', 'lock_key TEXT UNIQUE,'),
  change('operations/schema.ts', 'INSERT INTO open_locks VALUES (NEW.lock_key, NEW.id);', 'INSERT INTO open_locks VALUES (NULL, NEW.id);'),
]

const storage: readonly Bug[] = [
  {
    name: 'no lock on the folder', proof: 'one desk a folder', says: /second desk came in/,
    changes: [change('storage/open.ts', "db.pragma('locking_mode = EXCLUSIVE')", '')],
  },
  {
    name: 'synchronous=OFF', proof: 'the journal is opened durable', says: /synchronous is 0/,
    changes: [change('storage/open.ts', "db.pragma('synchronous = FULL')", "db.pragma('synchronous = OFF')")],
  },
]

const order: readonly Bug[] = [
  {
    name: 'sent before the intent is written', proof: 'durable before it is sent or shown', says: /sent while the journal said nothing/,
    changes: early,
  },
  {
    name: 'a purchase sent before the intent is written', proof: 'a purchase is durable before it is sent or shown', says: /sent while the journal said nothing/,
    changes: early,
  },
  {
    name: 'sent before SENDING is written', proof: 'durable before it is sent or shown', says: /sent while the journal said INTENT/,
    changes: [
      change('operations/run.ts', "move({ state: 'SENDING', cause: 'send' })", ''),
      change('operations/run.ts', 'const verdict = await send({ ...intent, order, client: open.client, journal })', `const verdict = await send({ ...intent, order, client: open.client, journal })
    move({ state: 'SENDING', cause: 'send' })`),
    ],
  },
  {
    name: 'success shown before it is written', proof: 'nothing is shown that could not be written', says: /shown: SENDING, CONFIRMED/,
    changes: [
      change('operations/run.ts', 'journal.move(intent.id, transition, made)\n    run.moved(intent.id)', 'run.moved(intent.id, transition.state)\n    journal.move(intent.id, transition, made)'),
      change('operations/operations.ts', 'const moved = (id: string): void =>', 'const moved = (id: string, state = mustRow(id).state): void =>'),
      change('operations/operations.ts', 'changed(id, row)', 'changed(id, { ...row, state })'),
    ],
  },
]

const sends: readonly Bug[] = [
  {
    name: 'retry on time-out', proof: 'a time-out is not repeated', says: /2 requests/,
    changes: [change('operations/send.ts', "if (outcome !== 'TOKEN_REFUSED'", "if (verdict.cause.startsWith('timeout') && number < mostSends) continue\n    if (outcome !== 'TOKEN_REFUSED'")],
  },
  {
    name: 'reused socket', proof: 'money has a connection of its own', says: /shared its connection/,
    changes: [change('service/once.ts', 'dispatcher: connection.dispatcher,', 'dispatcher: transport.shared(),')],
  },
  {
    name: 'redirect followed', proof: 'a redirect is not followed', says: /went on to/,
    changes: [
      change('service/exchange.ts', "import type { Clock } from", "import { interceptors } from 'undici'\nimport type { Clock } from"),
      change('service/exchange.ts', 'sendRequest(request.dispatcher, {', 'sendRequest(request.dispatcher.compose(interceptors.redirect({ maxRedirections: 3 })), {'),
    ],
  },
  {
    name: 'new id on the second send', proof: 'the second send is the same intent', says: /0 executions of its id/,
    changes: [change('operations/send.ts', 'intentId: id, route', 'intentId: `${id}-${String(number)}`, route')],
  },
  {
    name: 'token renewed in a loop', proof: 'a refused token is renewed once', says: /6 requests/,
    changes: [change('operations/send.ts', 'if (number === mostSends) return', "if (number === mostSends && outcome !== 'TOKEN_REFUSED') return")],
  },
  {
    name: '404 of an unknown item as unknown route', proof: 'an unknown item is told once', says: /2 requests/,
    changes: [change('operations/classify.ts', "if (status === 429 || problem !== undefined) return", "if (status === 404 && accepted.severalRoutes) return { ...nothing, outcome: 'ROUTE_UNKNOWN' }\n  if (status === 429 || problem !== undefined) return")],
  },
  {
    name: 'UNKNOWN repeated at start', proof: 'a restart repeats nothing', says: /2 requests/,
    changes: [change('operations/operations.ts', 'recover: recovery.recover,', `recover: () => {
      recovery.recover()
      const { client } = connections.require()
      for (const row of journal.open('UNKNOWN')) void client.prepareMoney().then(() => client.sendMoney({ kind: row.kind, itemUid: row.item_uid, intentId: row.id, route: 0 }))
    },`)],
  },
]

const answers: readonly Bug[] = [
  {
    name: '500 as REJECTED', proof: 'a failure after execution is not known', says: /REJECTED, though executed/,
    changes: [change('operations/classify.ts', 'evidence.status < 500', 'evidence.status < 600')],
  },
  {
    name: "a proxy's 403 as REJECTED", proof: 'a 403 of somebody else is not known', says: /REJECTED instead of UNKNOWN/,
    changes: [change('operations/classify.ts', 'if (status === 429 || problem', 'if (status === 429 || status === 403 || problem')],
  },
  {
    name: 'log-in page as CONFIRMED', proof: 'a log-in page is not known', says: /CONFIRMED, though not executed/,
    changes: [change('operations/classify.ts', 'if (answer.status !== 200 && answer.status !== 204) return false', 'if (answer.status === 200 || answer.status === 204) return true')],
  },
  {
    name: 'a cut 200 as CONFIRMED', proof: 'a cut answer is not known', says: /CONFIRMED instead of UNKNOWN/,
    changes: [change('service/money.ts', "if (outcome.type === 'failure') return", "if (outcome.type === 'failure' && outcome.cause === 'cut') return { type: 'answer', status: 200, contentType: null, body: '', retryAfter: null }\n    if (outcome.type === 'failure') return")],
  },
  {
    name: 'a 200 cut right after its head as whole', proof: 'an answer without an end is not whole', says: /taken for whole/,
    changes: [change('service/money.ts', 'if (mayBeCut(outcome)) return', "if (mayBeCut(outcome) && outcome.headers.has('never')) return")],
  },
  {
    name: 'wall-clock deadlines', proof: 'time limits hold when the clock goes back', says: /waits for ever/,
    changes: [change('service/deadline.ts', 'Math.max(0, clock.now() - wall, clock.monotonic() - monotonic)', 'Math.max(0, clock.now() - wall)')],
  },
]

const locks: readonly Bug[] = [
  {
    name: 'NULL lock key', proof: 'twenty presses are one', says: /operation_in_progress/,
    changes: unlocked,
  },
  {
    name: 'NULL lock key of a purchase', proof: 'twenty presses buy once', says: /operation_in_progress/,
    changes: unlocked,
  },
  {
    name: "lock key without the kind's subject", proof: 'two items go side by side', says: /operation_in_progress/,
    changes: [change('operations/kinds.ts', 'return `item:${subject.itemUid}`', "return 'item:'")],
  },
  {
    name: 'empty lock key of a purchase', proof: 'two customers are served side by side', says: /operation_in_progress/,
    changes: [
      change('operations/kinds.ts', '`customer:${subject.customerUid}`', "''"),
      change('operations/schema.ts', "lock_key TEXT NOT NULL CHECK (lock_key <> '')", 'lock_key TEXT NOT NULL'),
    ],
  },
  {
    name: 'lock key of a top-up with its kind', proof: 'no other top-up while one is open', says: /the other was (CONFIRMED|UNKNOWN)/,
    changes: [change('operations/kinds.ts', '`customer:${subject.customerUid}`', '`${subject.kind}:${subject.customerUid}`')],
  },
  {
    name: 'refund allowed while activate is open', proof: 'no refund while an activation is open', says: /the refund was (CONFIRMED|REJECTED|UNKNOWN)/,
    changes: [change('operations/kinds.ts', 'return `item:${subject.itemUid}`', 'return `${subject.kind}:${subject.itemUid}`')],
  },
]

const endings: readonly Bug[] = [
  {
    name: 'recovery of what is still under way', proof: 'what is under way is left alone', says: /UNKNOWN while it was under way/,
    changes: [change('operations/recovery.ts', 'if (inFlight.has(id)) continue', '')],
  },
  {
    name: 'recovery while another process lives', proof: 'one desk a folder', says: /second desk came in/,
    changes: [
      change('storage/open.ts', "db.pragma('locking_mode = EXCLUSIVE')", "db.pragma('busy_timeout = 5000')"),
      change('storage/open.ts', "db.exec('BEGIN EXCLUSIVE; COMMIT')", "db.exec('BEGIN IMMEDIATE; COMMIT')"),
    ],
  },
  {
    name: 'an unchanged refund as NOT_APPLIED', proof: 'a lost refund stays open', says: /NOT_APPLIED instead of UNKNOWN/,
    changes: [change('operations/kinds.ts', "find: (item) => (item === undefined || isRefunded(item) ? 'applied' : 'unchanged')", "find: (item, settled) => (item === undefined || isRefunded(item) ? 'applied' : settled ? 'not_applied' : 'unchanged')")],
  },
  {
    name: 'an activation as NOT_APPLIED while it may arrive', proof: 'a lost activation is not free at once', says: /NOT_APPLIED instead of UNKNOWN/,
    changes: [change('operations/kinds.ts', "return settled ? 'not_applied' : 'unchanged'", "return 'not_applied'")],
  },
]

export const bugs: readonly Bug[] = [...storage, ...order, ...sends, ...answers, ...locks, ...endings, ...purchaseBugs]
