/**
 * Bugs that somebody could make in the money operations. Each is a few edits of the sources, and names the proof that
 * catches it and what the proof says then. An edit that does not find its place is an error.
 */
import type { Bug } from './bug.ts'
import { before, remove, replace, replaceText, type Edit } from './edits.ts'
import { purchaseBugs } from './purchaseBugs.ts'
import { sendBugs } from './sendBugs.ts'

const classify = 'operations/classify.ts'
const kinds = 'operations/kinds.ts'
const schema = 'operations/schema.ts'
const open = 'storage/open.ts'
const money = 'service/money.ts'

const unlocked: readonly Edit[] = [
  replaceText(schema, 'lock_key TEXT PRIMARY KEY NOT NULL', 'lock_key TEXT UNIQUE'),
  replaceText(schema, 'INSERT INTO open_locks VALUES (NEW.lock_key,', 'INSERT INTO open_locks VALUES (NULL,'),
]

const storage: readonly Bug[] = [
  {
    name: 'no lock on the folder',
    proof: 'one desk a folder',
    message: /second desk came in/,
    changes: [remove({ file: open, find: "$db.pragma('locking_mode = EXCLUSIVE')" })],
  },
  {
    name: 'synchronous=OFF',
    proof: 'the journal is opened durable',
    message: /synchronous is 0/,
    changes: [replace({ file: open, find: "$db.pragma('synchronous = FULL')" }, "$db.pragma('synchronous = OFF')")],
  },
]

const answers: readonly Bug[] = [
  {
    name: '500 as REJECTED',
    proof: 'a failure after execution is not known',
    message: /REJECTED, though executed/,
    changes: [replace({ file: classify, find: '$evidence.status < 500' }, '$evidence.status < 600')],
  },
  {
    name: "a proxy's 403 as REJECTED",
    proof: 'a 403 of somebody else is not known',
    message: /REJECTED instead of UNKNOWN/,
    changes: [replace({ file: classify, find: '$status === 429' }, '($status === 429 || $status === 403)')],
  },
  {
    name: 'log-in page as CONFIRMED',
    proof: 'a log-in page is not known',
    message: /CONFIRMED, though not executed/,
    changes: [
      replace(
        { file: classify, find: 'if ($answer.status !== 200 && $answer.status !== 204) return false' },
        'if ($answer.status === 200 || $answer.status === 204) return true',
      ),
    ],
  },
  {
    name: 'a cut 200 as CONFIRMED',
    proof: 'a cut answer is not known',
    message: /CONFIRMED instead of UNKNOWN/,
    changes: [
      before(
        { file: money, find: "$outcome.type === 'failure'" },
        `if ($outcome.type === 'failure' && $outcome.cause === 'cut') {
          return { type: 'answer', status: 200, contentType: null, body: '', retryAfter: null }
        }`,
      ),
    ],
  },
  {
    name: 'a 200 cut right after its head as whole',
    proof: 'an answer without an end is not whole',
    message: /taken for whole/,
    changes: [replace({ file: money, find: 'mayBeCut($outcome)' }, "($match && $outcome.headers.has('never'))")],
  },
  {
    name: 'wall-clock deadlines',
    proof: 'time limits hold when the clock goes back',
    message: /waits for ever/,
    changes: [
      replace(
        {
          file: 'service/deadline.ts',
          find: 'Math.max(0, $clock.now() - $wall, $clock.monotonic() - $monotonic)',
        },
        'Math.max(0, $clock.now() - $wall)',
      ),
    ],
  },
]

const itemKey = { file: kinds, find: '`item:${$subject.itemUid}`' }
const customerKey = { file: kinds, find: '`customer:${$subject.customerUid}`' }

const locks: readonly Bug[] = [
  {
    name: 'NULL lock key',
    proof: 'twenty presses are one',
    message: /operation_in_progress/,
    changes: unlocked,
  },
  {
    name: 'NULL lock key of a purchase',
    proof: 'twenty presses buy once',
    message: /operation_in_progress/,
    changes: unlocked,
  },
  {
    name: "lock key without the kind's subject",
    proof: 'two items go side by side',
    message: /operation_in_progress/,
    changes: [replace(itemKey, "'item:'")],
  },
  {
    name: 'empty lock key of a purchase',
    proof: 'two customers are served side by side',
    message: /operation_in_progress/,
    changes: [
      replace(customerKey, "''"),
      replaceText(schema, "lock_key TEXT NOT NULL CHECK (lock_key <> '')", 'lock_key TEXT NOT NULL'),
    ],
  },
  {
    name: 'lock key of a top-up with its kind',
    proof: 'no other top-up while one is open',
    message: /the other was (CONFIRMED|UNKNOWN)/,
    changes: [replace(customerKey, '`${$subject.kind}:${$subject.customerUid}`')],
  },
  {
    name: 'refund allowed while activate is open',
    proof: 'no refund while an activation is open',
    message: /the refund was (CONFIRMED|REJECTED|UNKNOWN)/,
    changes: [replace(itemKey, '`${$subject.kind}:${$subject.itemUid}`')],
  },
]

const endings: readonly Bug[] = [
  {
    name: 'recovery of what is still under way',
    proof: 'what is under way is left alone',
    message: /UNKNOWN while it was under way/,
    changes: [remove({ file: 'operations/recovery.ts', find: 'if ($inFlight.has($id)) continue' })],
  },
  {
    name: 'recovery while another process lives',
    proof: 'one desk a folder',
    message: /second desk came in/,
    changes: [
      replace({ file: open, find: "$db.pragma('locking_mode = EXCLUSIVE')" }, "$db.pragma('busy_timeout = 5000')"),
      replace({ file: open, find: "$db.exec('BEGIN EXCLUSIVE; COMMIT')" }, "$db.exec('BEGIN IMMEDIATE; COMMIT')"),
    ],
  },
  {
    name: 'an unchanged refund as NOT_APPLIED',
    proof: 'a lost refund stays open',
    message: /NOT_APPLIED instead of UNKNOWN/,
    changes: [
      replace(
        { file: kinds, find: "($item) => $isApplied ? 'applied' : 'unchanged'" },
        "($item, settled) => ($isApplied) ? 'applied' : settled ? 'not_applied' : 'unchanged'",
      ),
    ],
  },
  {
    name: 'an activation as NOT_APPLIED while it may arrive',
    proof: 'a lost activation is not free at once',
    message: /NOT_APPLIED instead of UNKNOWN/,
    changes: [replace({ file: kinds, find: "$settled ? 'not_applied' : 'unchanged'" }, "'not_applied'")],
  },
]

export const bugs: readonly Bug[] = [...storage, ...sendBugs, ...answers, ...locks, ...endings, ...purchaseBugs]
