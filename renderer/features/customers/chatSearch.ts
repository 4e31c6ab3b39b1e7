/**
 * A pasted chat as a search: it finds whom each identifier in it names. Only what was taken is kept, and the text of
 * the chat is forgotten as soon as it is read.
 */
import { shallowRef, type Ref } from 'vue'
import { fold } from '#shared/model/search/identifier.ts'
import type { CustomerRow } from '#shared/model/customer/views.ts'
import type { CustomerUid } from '#shared/wire/ids.ts'
import { chatIdentifiers, ownAddressesOf, shownOf, type ChatIdentifier } from '../../rules/chat/identifiers.ts'
import { chatLines } from '../../rules/chat/transcript.ts'
import type { PastedChat } from '../../lib/call.store.ts'
import type { ChatFacts } from '../../lib/chat/chatFacts.ts'
import { desk } from '../../lib/desk.ts'
import { useSettings } from '../../lib/settings.store.ts'
import type { RunSearch } from './customerSearch.ts'

type SearchPage = Awaited<ReturnType<RunSearch>>

interface ChatSearch extends PastedChat {
  /** What the field shows. */
  readonly title: string
  /** What was read in the chat, once it is. */
  readonly known: Readonly<Ref<ChatFacts | null>>
}

export interface ChatSearches {
  /** The chat that was pasted last, until another text is searched for. */
  readonly chat: Readonly<Ref<ChatSearch | null>>
  /** Returns what the field shows, or `null` for a text that is no chat. */
  readonly paste: (text: string) => string | null
  readonly forget: () => void
  readonly run: RunSearch
  /** The chat with those of its identifiers that name the customer. */
  readonly about: (uid: CustomerUid) => PastedChat | null
}

/** The largest number of results for a few digits that are checked. */
const maxRows = 100

/** A chat has this many letters beside the identifiers. Fewer may be a name, or the kind of the identifier. */
const minLetters = 15
const lettersOf = (text: string): number => text.match(/\p{L}/gu)?.length ?? 0

/** Whether a row is found by the whole of an identifier, or by digits that the chat calls the last ones of a number. */
function isNamed({ email, match }: CustomerRow, { kind, value }: ChatIdentifier): boolean {
  if (kind === 'email') return email !== null && fold(email) === value
  if (match === null) return false
  if (kind === 'ending') return (match.field === 'iccid' || match.field === 'imsi') && match.end === match.value.length
  return match.start === 0 && match.end === match.value.length
}

interface Answer {
  readonly identifier: ChatIdentifier
  readonly page: SearchPage
  readonly rows: readonly CustomerRow[]
}

/** The customers whom all identifiers with a result have in common, or else everybody who was found. */
function joinAnswers(answers: readonly Answer[], first: SearchPage): SearchPage {
  const naming = answers.filter(({ rows }) => rows.length > 0)
  const rows = naming.flatMap((answer) => answer.rows)
  // A row that was found by the number of an eSIM names that eSIM.
  const byNumber = rows.filter(({ match }) => match?.field === 'iccid' || match?.field === 'imsi')
  const everybody = new Map([...rows, ...byNumber].map((row) => [row.uid, row]))
  const common = [...everybody.values()].filter(({ uid }) =>
    naming.every(({ rows }) => rows.some((row) => row.uid === uid)),
  )
  const [only, ...others] = common
  const sources = new Set(answers.map(({ page }) => page.source))
  const [source = first.source] = sources
  return {
    rows: common.length > 0 ? common : [...everybody.values()],
    source: sources.size > 1 ? 'both' : source,
    exact: only !== undefined && others.length === 0 ? only.uid : null,
    serviceProblem: answers.map(({ page }) => page.serviceProblem).find((problem) => problem !== null) ?? null,
    asOf: first.asOf,
  }
}

/** Reads the facts of the call from the chat, after the search: the list of devices may come from the service. */
async function readFacts(texts: readonly string[]): Promise<ChatFacts> {
  const [{ chatFacts }, { rows }] = await Promise.all([
    import('../../lib/chat/chatFacts.ts'),
    desk.inventory.devices().catch(() => ({ rows: [] })),
  ])
  return chatFacts(texts, rows)
}

export function createChatSearches(runSearch: RunSearch): ChatSearches {
  const settings = useSettings()
  const chat = shallowRef<ChatSearch | null>(null)
  let answered: readonly Answer[] = []

  function paste(text: string): string | null {
    const { mail, documents, agentName } = settings.settings ?? {}
    const lines = chatLines(text, agentName ?? '')
    const identifiers = chatIdentifiers(lines, ownAddressesOf([mail?.from ?? '', documents?.brand.contact ?? '']))
    const letters = lettersOf(text.slice(0, 10_000)) - lettersOf(identifiers.map(({ value }) => value).join(' '))
    if (identifiers.length === 0 || letters < minLetters) return null
    const title = identifiers.map(shownOf).join(' · ')
    const known = shallowRef<ChatFacts | null>(null)
    const customerLines = lines.filter(({ isAgent }) => !isAgent).map((line) => line.text)
    // Without the facts the customer is found all the same.
    const facts = readFacts(customerLines).then(
      (read) => (known.value = read),
      () => null,
    )
    answered = []
    chat.value = { title, identifiers, facts, known }
    return title
  }

  async function run(input: Parameters<RunSearch>[0]): Promise<SearchPage> {
    const { value } = chat
    if (value === null || input.query !== value.title) return await runSearch(input)
    const answers = await Promise.all(
      value.identifiers.map(async (identifier) => {
        const page = await runSearch({ query: identifier.value, limit: maxRows })
        const exact = page.rows.filter(({ uid }) => uid === page.exact)
        const rows = exact.length > 0 ? exact : page.rows.filter((row) => isNamed(row, identifier))
        return { identifier, page, rows }
      }),
    )
    if (chat.value === value) answered = answers
    const [first] = answers
    return first === undefined ? await runSearch(input) : joinAnswers(answers, first.page)
  }

  function about(uid: CustomerUid): PastedChat | null {
    if (chat.value === null) return null
    const naming = answered.filter(({ rows }) => rows.some((row) => row.uid === uid))
    return { identifiers: naming.map(({ identifier }) => identifier), facts: chat.value.facts }
  }

  return { chat, paste, forget: () => void (chat.value = null), run, about }
}
