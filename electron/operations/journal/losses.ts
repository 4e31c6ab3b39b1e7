/** Compares the journal and `work.db`, as they were when the desk started, with the marks. Notifies of a difference. */
import type { Emit } from '#shared/contract.ts'
import type { JournalState } from '#shared/model/operation/journalState.ts'
import type { Log } from '../../log/index.ts'
import type { Journal } from './journal.ts'
import { lossesOf, type Position, type Quarantined } from './mark.ts'
import type { Notes } from './notes.ts'
import type { StoredMarks } from './storedMarks.ts'

interface LossesOptions {
  readonly journal: Pick<Journal, 'position'>
  readonly notes: Pick<Notes, 'position'>
  readonly marks: Pick<StoredMarks, 'found'>
  readonly quarantined: Quarantined
  readonly emit: Emit
  readonly log: Pick<Log, 'warn'>
}

export interface Losses {
  readonly state: () => JournalState
  /** Compares again, after marks were read. */
  readonly update: () => void
  /** Compares with the present files, after a person has acknowledged what is missing. */
  readonly restart: () => void
}

export function createLosses({ journal, notes, marks, emit, log, ...options }: LossesOptions): Losses {
  let { quarantined } = options
  const readPosition = (): Position => ({ ...journal.position(), work: notes.position() })
  // The position is read before the recovery of interrupted operations adds rows.
  let position = readPosition()
  let state: JournalState = { id: null, losses: [], refusesMoney: false }

  const update = (): void => {
    const next = lossesOf(marks.found(), position, quarantined)
    const changed = next.id !== state.id
    state = next
    if (!changed) return
    log.warn('Files are not those that this desk wrote last', {
      losses: next.losses.map(({ file, kind }) => `${file} ${kind}`).join(', ') || 'none',
    })
    emit('journal.changed', next)
  }
  return {
    state: () => state,
    update,
    restart: () => {
      quarantined = { journal: null, work: null }
      position = readPosition()
      update()
    },
  }
}
