/**
 * The kinds of packages that customers have (`kindTextOf`), each with a number. The main process derives from the
 * inventory which of them cover a country. A directory has some hundreds: they are read with the first use.
 */
import type { Db } from '../../storage/index.ts'

export interface StoredKind {
  readonly id: number
  readonly kind: string
}

export interface Kinds {
  /** Returns the numbers of these kinds with spaces between, as they are stored with a customer. */
  readonly numbersOf: (kinds: readonly string[]) => string
  readonly all: () => readonly StoredKind[]
  /** Some may be gone. */
  readonly rolledBack: () => void
}

/** The number of the kinds whose coverage can't be inferred, and of those for which there is no place. */
export const noKind = 0
/** Hostile lists may have ever new kinds. */
const maxKinds = 20_000

const between = ' '
/** Returns the numbers in a text of `numbersOf`. */
export const numbersIn = (text: string): readonly number[] => (text === '' ? [] : text.split(between).map(Number))

export function createKinds(db: Db): Kinds {
  let known: Map<string, number> | null = null
  const select = db.prepare<[], StoredKind>('SELECT id, kind FROM kinds')
  const insert = db.prepare<[string]>('INSERT INTO kinds (kind) VALUES (?)')
  const read = (): Map<string, number> => (known ??= new Map(select.all().map(({ id, kind }) => [kind, id])))
  function numberOf(kind: string): number {
    if (kind === '') return noKind
    const numbers = read()
    const number = numbers.get(kind) ?? (numbers.size < maxKinds ? Number(insert.run(kind).lastInsertRowid) : noKind)
    if (number !== noKind) numbers.set(kind, number)
    return number
  }
  return {
    numbersOf(kinds) {
      const [first, ...others] = kinds
      if (first === undefined) return ''
      const number = numberOf(first)
      return others.length === 0 ? String(number) : [...new Set([number, ...others.map(numberOf)])].join(between)
    },
    all: () => [...read()].map(([kind, id]) => ({ id, kind })),
    rolledBack: () => void (known = null),
  }
}
