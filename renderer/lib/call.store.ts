/**
 * What is known in a call with a customer: what the agent learned (the country where the customer is, the device, the
 * language of the suggested replies), which outcomes were there before that, by the number of which eSIM the customer
 * was found, and what a pasted chat contains about it. It is kept for each customer while the window is open, and is
 * neither stored nor sent.
 */
import { defineStore } from 'pinia'
import type { OperationRow } from '#shared/model/operation/operation.ts'
import type { CustomerRow, EsimView } from '#shared/model/customer/views.ts'
import type { SheetLanguage } from '#shared/sheet/language.ts'
import type { CustomerUid } from '#shared/wire/ids.ts'
import type { ChatIdentifier } from '../rules/chat/identifiers.ts'
import type { ChatFacts } from './chat/chatFacts.ts'
import type { ChatPlace } from './chat/chatPlaces.ts'
import { useConnectionMap } from './useConnectionMap.ts'

export interface CallFacts {
  /** ISO2 code. */
  readonly country: string | null
  readonly device: string | null
  readonly language: SheetLanguage | null
  /** The outcomes of operations than which the verdict is newer, by their `outcomeKey`. */
  readonly past: readonly string[]
}

/** Another state of an operation is another outcome. */
export const outcomeKey = ({ id, state }: OperationRow): string => `${id} ${state}`

/** A chat of a customer that an agent has pasted, as far as it was taken. Its text is kept nowhere. */
export interface PastedChat {
  /** Those by which the customer was found. */
  readonly identifiers: readonly ChatIdentifier[]
  /** `null` if it could not be read. */
  readonly facts: Promise<ChatFacts | null>
}

/** What of a chat is shown on the page of the customer. */
interface ChatMarks {
  readonly identifiers: readonly ChatIdentifier[]
  readonly places: readonly ChatPlace[]
  readonly devices: readonly string[]
}

const nothing: CallFacts = { country: null, device: null, language: null, past: [] }

/** The digits that were found in an ICCID or IMSI, and where in it. */
interface Found {
  readonly digits: string
  readonly at: 'whole' | 'start' | 'end'
}

function foundIn({ value, start, end }: NonNullable<CustomerRow['match']>): Found {
  const at = start > 0 ? 'end' : end < value.length ? 'start' : 'whole'
  return { digits: value.slice(start, end), at }
}

/** As the search compares numbers, so that digits elsewhere in another number make nothing ambiguous. */
function isIn({ digits, at }: Found, number: string): boolean {
  switch (at) {
    case 'whole':
      return number === digits
    case 'start':
      return number.startsWith(digits)
    case 'end':
      return number.endsWith(digits)
  }
}

export const useCall = defineStore('call', () => {
  const facts = useConnectionMap<CustomerUid, CallFacts>()
  const numbers = useConnectionMap<CustomerUid, Found>()
  const chats = useConnectionMap<CustomerUid, ChatMarks>()
  const factsOf = (uid: CustomerUid): CallFacts => facts.get(uid) ?? nothing
  const begins = useConnectionMap<CustomerUid, string>()
  const begin = (uid: CustomerUid): void => begins.set(uid, new Date().toISOString())
  const isKnown = ({ country, device }: CallFacts): boolean => country !== null || device !== null
  const setFacts = (uid: CustomerUid, changes: Partial<CallFacts>): void =>
    facts.set(uid, { ...factsOf(uid), ...changes })
  return {
    factsOf,
    setFacts,
    /** Sets what an agent has entered. Emptying both fields begins another call. */
    enterFacts(uid: CustomerUid, changes: Partial<CallFacts>): void {
      const wasKnown = isKnown(factsOf(uid))
      setFacts(uid, changes)
      if (wasKnown && !isKnown(factsOf(uid))) begin(uid)
    },
    /** The page of the customer is shown. A call begins with that, unless one goes on. */
    open: (uid: CustomerUid): void => void (begins.get(uid) === undefined && begin(uid)),
    /** The customer's tab was closed, so the next opening is another call. */
    close: (uid: CustomerUid): void => begins.remove(uid),
    /** When the call began: with its page, or when the fields of the country and the device were emptied. */
    beganAt: (uid: CustomerUid): string => begins.get(uid) ?? new Date().toISOString(),
    /**
     * What was learned counts for another record of the person, too: where the caller is, and the device and the
     * language if none is known there. The verdict on that record is newer than the operations that have ended there.
     */
    carry(from: CustomerUid, to: CustomerUid, operations: readonly OperationRow[]): void {
      const known = factsOf(to)
      const { country, device, language } = factsOf(from)
      setFacts(to, {
        country: country ?? known.country,
        device: known.device ?? device,
        language: known.language ?? language,
        past: operations.map(outcomeKey),
      })
    },
    /** Called when a customer is opened. `match` is where the search has found them, or `null` without a search. */
    noteSearch(uid: CustomerUid, match: CustomerRow['match']): void {
      if (match?.field === 'iccid' || match?.field === 'imsi') numbers.set(uid, foundIn(match))
      else if (numbers.get(uid) !== undefined) numbers.remove(uid)
    },
    /** What was found of the customer's chat, until an agent hides it. */
    chatOf: (uid: CustomerUid): ChatMarks | null => chats.get(uid) ?? null,
    hideChat: (uid: CustomerUid): void => chats.remove(uid),
    /** The customer is not known by this identifier, and neither is the eSIM if it is the number that was searched. */
    withoutIdentifier(uid: CustomerUid, identifier: ChatIdentifier): void {
      const marks = chats.get(uid)
      if (marks === undefined) return
      const digits = numbers.get(uid)?.digits
      if (digits !== undefined && identifier.value.startsWith(digits)) numbers.remove(uid)
      chats.set(uid, { ...marks, identifiers: marks.identifiers.filter((other) => other !== identifier) })
    },
    /**
     * Takes what a chat contains for certain as facts of the call, and keeps what else it may contain to be offered.
     * What an agent has entered while the chat was read stays, and what the chat contains instead is offered.
     */
    takeChat(uid: CustomerUid, { identifiers, facts: read }: PastedChat): void {
      const marks: ChatMarks = { identifiers, places: [], devices: [] }
      chats.set(uid, marks)
      const before = factsOf(uid)
      void read.then((found) => {
        if (found === null || chats.get(uid) !== marks) return
        const { places, devices } = found
        const { country, device } = factsOf(uid)
        setFacts(uid, {
          ...(places.taken !== null && country === before.country && { country: places.taken.code }),
          ...(devices.taken !== null && device === before.device && { device: devices.taken }),
        })
        chats.set(uid, {
          identifiers,
          places: [places.taken, ...places.offered].filter((place) => place !== null),
          devices: [devices.taken, ...devices.offered].filter((device) => device !== null),
        })
      })
    },
    /**
     * Returns the eSIM by whose number the customer was found. Digits that several of the customer's eSIMs have
     * identify none.
     */
    searchedEsim<Esim extends Pick<EsimView, 'iccid' | 'imsi'>>(
      uid: CustomerUid,
      esims: readonly Esim[],
    ): Esim | undefined {
      const found = numbers.get(uid)
      if (found === undefined) return undefined
      const [first, ...others] = esims.filter(
        ({ iccid, imsi }) => isIn(found, iccid) || (imsi !== null && isIn(found, imsi)),
      )
      return others.length === 0 ? first : undefined
    },
  }
})
