/**
 * Possible bugs in the money operations. Each is a list of edits of the sources, with the proof that catches the bug
 * and the message of that proof. An edit that does not match the sources is an error.
 */
import type { Bug } from './bug.ts'
import { before, remove, replace, replaceText, type Edit } from './edits.ts'
import { purchaseBugs } from './purchaseBugs.ts'
import { sendBugs } from './sendBugs.ts'

const classify = 'operations/send/classify.ts'
const kinds = 'operations/kinds.ts'
const checkOutcome = 'operations/reconcile/checkOutcome.ts'
const schema = 'operations/journal/schema.ts'
const open = 'storage/open.ts'
const money = 'service/money/money.ts'

const unlocked: readonly Edit[] = [
  replaceText(schema, 'lock_key TEXT PRIMARY KEY NOT NULL', 'lock_key TEXT UNIQUE'),
  replaceText(schema, 'INSERT INTO open_locks VALUES (NEW.lock_key,', 'INSERT INTO open_locks VALUES (NULL,'),
]

const lock = {
  file: open,
  find: "$db.pragma('locking_mode = EXCLUSIVE')",
  given: ["$db.exec('BEGIN EXCLUSIVE; COMMIT')"],
}
const unclaimed = replace({ file: open, find: "$claim.exec('BEGIN EXCLUSIVE')" }, "$claim.exec('BEGIN')")

const storage: readonly Bug[] = [
  {
    name: 'no lock on the folder',
    proof: 'a folder is used by one desk',
    message: /second desk was opened/,
    changes: [unclaimed, remove(lock)],
  },
  {
    name: 'synchronous=OFF',
    proof: 'the journal is opened with full durability',
    message: /synchronous is 0/,
    changes: [replace({ file: open, find: "$db.pragma('synchronous = FULL')" }, "$db.pragma('synchronous = OFF')")],
  },
]

const answers: readonly Bug[] = [
  {
    name: '500 as REJECTED',
    proof: 'a failure after the execution is UNKNOWN',
    message: /REJECTED, though executed/,
    changes: [replace({ file: classify, find: '$status >= 400 && $status < 500' }, '$status >= 400 && $status < 600')],
  },
  {
    name: "a proxy's 403 as REJECTED",
    proof: 'a foreign 403 is UNKNOWN',
    message: /REJECTED instead of UNKNOWN/,
    changes: [
      replace(
        { file: classify, find: '$refusals.has($status) && !isHtmlPage($answer.contentType, $answer.body)' },
        '$refusals.has($status)',
      ),
    ],
  },
  {
    name: 'log-in page as CONFIRMED',
    proof: 'a log-in page is UNKNOWN',
    message: /CONFIRMED, though not executed/,
    changes: [
      replace(
        { file: classify, find: "if ($status === 202 || isHtmlPage($type, $body)) return 'open'" },
        "if ($status === 202) return 'open'; if (isHtmlPage($type, $body)) return 'accepted'",
      ),
    ],
  },
  {
    name: 'a cut 200 as CONFIRMED',
    proof: 'a cut answer is UNKNOWN',
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
    name: 'a 200 that is cut after its headers as complete',
    proof: 'an answer without an end is incomplete',
    message: /accepted as complete/,
    changes: [replace({ file: money, find: 'mayBeCut($outcome)' }, "($match && $outcome.headers.has('never'))")],
  },
  {
    name: 'deadlines by the wall clock',
    proof: 'timeouts apply when the wall clock is set back',
    message: /waits forever/,
    changes: [
      replace(
        {
          file: 'service/http/deadline.ts',
          find: 'Math.max(0, $clock.now() - $wall, $clock.monotonic() - $monotonic)',
        },
        'Math.max(0, $clock.now() - $wall)',
      ),
    ],
  },
]

const itemKey = { file: kinds, find: '`item:${$target.itemUid}`' }
const customerKey = { file: kinds, find: '`customer:${$target.customerUid}`' }

const locks: readonly Bug[] = [
  {
    name: 'NULL lock key',
    proof: 'twenty submissions are one request',
    message: /operation_in_progress/,
    changes: unlocked,
  },
  {
    name: 'NULL lock key of a purchase',
    proof: 'twenty submissions buy once',
    message: /operation_in_progress/,
    changes: unlocked,
  },
  {
    name: 'lock key without the item',
    proof: 'operations on two items run in parallel',
    message: /operation_in_progress/,
    changes: [replace(itemKey, "'item:'")],
  },
  {
    name: 'empty lock key of a purchase',
    proof: 'top-ups of two customers run in parallel',
    message: /operation_in_progress/,
    changes: [
      replace(customerKey, "''"),
      replaceText(schema, "lock_key TEXT NOT NULL CHECK (lock_key <> '')", 'lock_key TEXT NOT NULL'),
    ],
  },
  {
    name: 'lock key of a top-up with its kind',
    proof: 'a top-up excludes another one of the same customer',
    // The guard against a second sale of the same package stops it then, too late for an order of another package.
    message: /the other was (CONFIRMED|UNKNOWN|preview_changed)/,
    changes: [replace(customerKey, '`${$target.kind}:${$target.customerUid}`')],
  },
  {
    name: 'refund allowed while activate is open',
    proof: 'an activation excludes a refund of the same item',
    message: /the refund was (CONFIRMED|REJECTED|UNKNOWN)/,
    changes: [replace(itemKey, '`${$target.kind}:${$target.itemUid}`')],
  },
]

const endings: readonly Bug[] = [
  {
    name: 'recovery of an operation in flight',
    proof: 'an operation in flight is not recovered',
    message: /UNKNOWN while it was in flight/,
    changes: [remove({ file: 'operations/reconcile/recovery.ts', find: 'if ($inFlight.has($id)) continue' })],
  },
  {
    name: 'recovery while another process runs',
    proof: 'a folder is used by one desk',
    message: /second desk was opened/,
    changes: [
      unclaimed,
      replace(lock, "$db.pragma('busy_timeout = 5000')"),
      replace({ file: open, find: "$db.exec('BEGIN EXCLUSIVE; COMMIT')" }, "$db.exec('BEGIN IMMEDIATE; COMMIT')"),
    ],
  },
  {
    name: 'an unchanged refund as NOT_APPLIED',
    proof: 'a lost refund stays UNKNOWN',
    message: /NOT_APPLIED instead of UNKNOWN/,
    changes: [
      replace(
        { file: checkOutcome, find: "$shown === 'none' && $timedOut && $settled" },
        "$shown === 'none' && $timedOut",
      ),
    ],
  },
  {
    name: 'an activation as NOT_APPLIED while it may arrive',
    proof: 'a lost activation is not released at once',
    message: /NOT_APPLIED instead of UNKNOWN/,
    changes: [
      replace(
        { file: checkOutcome, find: "$shown === 'none' && $timedOut && $settled" },
        "$shown === 'none' && $settled",
      ),
    ],
  },
]

export const bugs: readonly Bug[] = [...storage, ...sendBugs, ...answers, ...locks, ...endings, ...purchaseBugs]
