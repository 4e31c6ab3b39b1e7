/**
 * Reads one large answer that is a list. Its elements arrive in parts while it is read, and where the caller takes the
 * parts the list is never in memory as a whole. Answers of at most `wholeBytes` are parsed at once instead.
 */
import { DeskError } from '#shared/errors.ts'
import type { Unreadable } from '#shared/model/customer/views.ts'
import { successOf, type ResponseContext } from './answer.ts'
import type { ElementOf, ListKind, ListSpec, Part } from './elementReader.ts'
import type { Exchange, LargeBody } from '../http/exchange.ts'
import type { ListParser, ParseOutcome, ParseProblem } from './parser.ts'

export interface ListPart<Element> {
  readonly read: readonly Element[]
  readonly unreadable: readonly Unreadable[]
  readonly received: number
  readonly digests?: Part['digests']
  readonly unchanged?: Part['unchanged']
  readonly prepared?: Part['prepared']
  readonly uids?: Part['uids']
}

export interface ListAnswer<Element> extends ListPart<Element> {
  readonly form: Part['form']
  readonly envelope?: Part['envelope']
}

/** Receives a part, one at a time. Few parts are read meanwhile. The reading ends with whatever it throws. */
type TakePart<Element> = (part: ListPart<Element>) => Promise<void>

/**
 * The parser's thread has parsed the value by the schema of this kind; the message to this thread has lost its type.
 */
function isParsed<K extends ListKind>(_kind: K, value: unknown): value is ElementOf<K> {
  return value !== undefined
}

/**
 * Parts that wait until they are taken, so that the parser goes on while the receiver needs longer for some of them. A
 * part takes about half a megabyte.
 */
const maxWaiting = 5

class Unparsable extends Error {
  readonly problem: ParseProblem

  constructor(problem: ParseProblem) {
    super(problem)
    this.problem = problem
  }
}

export interface LargeList<K extends ListKind> {
  /** Given to the request, which calls it for each attempt; an attempt starts with an empty list. */
  readonly open: () => LargeBody
  /**
   * Returns the list without the parts that `take` has received, or null where the answer was a small one. Throws as
   * `successOf` does, and where the list can't be read.
   */
  readonly finish: (outcome: Exchange, context: ResponseContext) => ListAnswer<ElementOf<K>> | null
  /** Resolves when `take` has ended with all that it was given. */
  readonly settled: () => Promise<void>
}

export function createLargeList<K extends ListKind>(
  parser: ListParser,
  spec: ListSpec & { readonly kind: K },
  take?: TakePart<ElementOf<K>>,
): LargeList<K> {
  let read: ElementOf<K>[] = []
  let unreadable: Unreadable[] = []
  let received = 0
  let form: Part['form'] = null
  let envelope: Part['envelope']
  /** Ends when `take` has ended with the last part that was read. */
  let taking: Promise<void> = Promise.resolve()
  let takingFailed = false
  /** Those that have not ended, the oldest first. */
  const unfinished: Promise<void>[] = []
  /** Ends when the last bytes have been parsed and accepted. */
  let parsing: Promise<void> = Promise.resolve()
  let attempts = 0
  const settled = async (): Promise<void> => {
    await parsing.catch(() => undefined)
    await taking.catch(() => undefined)
  }

  /** Of an attempt nothing more is taken once another one has begun. */
  const accept = async (outcome: ParseOutcome, attempt: number): Promise<void> => {
    if (attempt !== attempts) return
    if (!outcome.ok) throw new Unparsable(outcome.problem)
    const { part } = outcome
    form = part.form
    envelope ??= part.envelope
    received += part.received
    const elements = part.read.filter((value): value is ElementOf<K> => isParsed(spec.kind, value))
    if (take !== undefined) {
      if (takingFailed) await taking
      if (unfinished.length > maxWaiting) await unfinished.shift()
      taking = taking.then(() => (attempt === attempts ? take({ ...part, read: elements }) : undefined))
      taking.catch(() => (takingFailed = true))
      unfinished.push(taking)
      return
    }
    read.push(...elements)
    unreadable.push(...part.unreadable)
  }

  return {
    open() {
      read = []
      unreadable = []
      received = 0
      form = null
      const job = parser.open(spec)
      attempts += 1
      const attempt = attempts
      parsing = parsing.catch(() => undefined)
      const acceptAfter = async (before: Promise<void>, outcome: Promise<ParseOutcome>): Promise<void> => {
        const [parsed] = await Promise.all([outcome, before])
        await accept(parsed, attempt)
      }
      return {
        // The next bytes are read while these are parsed, so that the parser does not wait for them.
        async take(bytes) {
          // Nothing more is parsed for a reader that has failed.
          if (takingFailed) await taking
          const before = parsing
          parsing = acceptAfter(before, job.push(bytes))
          parsing.catch(() => undefined)
          await before
        },
        async end() {
          await parsing
          await accept(await job.end(), attempt)
          await taking
        },
        close: job.close,
      }
    },
    finish(outcome, context) {
      const { large } = successOf(outcome, context)
      if (large === undefined) return null
      if (large.problem !== undefined) throw problemOf(large.problem, context.what, spec)
      return { read, unreadable, received, form, envelope }
    },
    settled,
  }
}

const problemOf = (thrown: unknown, what: string, { maxElements }: ListSpec): unknown =>
  thrown instanceof Unparsable ? listProblem(thrown.problem, what, maxElements) : thrown

/** @param limit the maximum number of elements */
export function listProblem(problem: ParseProblem, what: string, limit: number): DeskError {
  if (problem === 'too many elements')
    return new DeskError('too_large', `The list of ${what} is too long`, { reason: problem, limit })
  if (problem === 'not a list')
    return new DeskError('not_this_service', `The answer of ${what} is not a list`, { reason: problem })
  return new DeskError('unreadable_answer', `The answer of ${what} can't be read`, { reason: problem })
}
