/**
 * The lines of a pasted chat, each with its speaker as far as the transcript names one: a name before a colon, or a
 * line of its own with a name and a time.
 */
import { withAsciiDigits } from '#shared/model/search/digits.ts'
import { fold } from '#shared/model/search/identifier.ts'

export interface ChatLine {
  /** Without time and name, and with ASCII digits. */
  readonly text: string
  readonly isAgent: boolean
}

/** Characters. A longer text has more than one call, and the newest is at its end. */
const maxLength = 30_000

const timeAtStart =
  /^\[?(?:\d{1,4}[./-]\d{1,2}[./-]\d{1,4},?\s)?\s?\d{1,2}[:.]\d{2}(?::\d{2})?(?:\s?[ap]\.?m\.?)?\]?\s{0,3}(?:[-\u2013|]\s)?/i
const timeAtEnd = /[\s,([]\d{1,2}:\d{2}(?::\d{2})?(?:\s?[ap]m)?[)\]]?$/i
const nameBeforeColon = /^([^:\uff1a]{1,40})[:\uff1a](?!\/\/)/
const maxNameWords = 4

/** Words of a name that is that of the desk. Of the others a part of the name is enough. */
const agentWords: ReadonlySet<string> = new Set(
  [
    'agent support helpdesk help service team bot operator assistant staff advisor system me you',
    'kundenservice kundendienst mitarbeiter mitarbeiterin berater beraterin hilfe ich du sie',
    'soporte agente asesor asesora atencion servicio yo usted conseiller conseillere assistance moi vous',
    'assistenza operatore operatrice io lei suporte atendente atendimento eu voce',
  ].flatMap((line) => line.split(' ')),
)
const agentParts = ['サポート', '担当', 'オペレーター', 'スタッフ', 'دعم', 'موظف', 'وكيل', 'خدمة']
/** What is asked for before a colon, and is no name. */
const fieldName =
  /iccid|imsi|sim|digit|ziffer|cifr|chiffre|桁|末尾|أرقام|رقم|order|ref|bestell|pedido|command|ordin|注文|last|letzte|ultim|dernier/

const withoutAccents = (text: string): string => fold(text).normalize('NFD').replaceAll(/\p{M}/gu, '')
const wordsOf = (text: string): readonly string[] => withoutAccents(text).match(/[\p{L}\p{N}]+/gu) ?? []

function isAgentName(name: string, agentName: string): boolean {
  const plain = withoutAccents(name)
  const own = withoutAccents(agentName).trim()
  if (own !== '' && plain.trim() === own) return true
  return wordsOf(name).some((word) => agentWords.has(word)) || agentParts.some((part) => name.includes(part))
}

interface ReadLine {
  readonly text: string
  /** `null` where the line names nobody. */
  readonly name: string | null
}

function readLine(line: string): ReadLine {
  const rest = line.replace(timeAtStart, '')
  const name = nameBeforeColon.exec(rest)?.[1]
  if (name !== undefined && wordsOf(name).length <= maxNameWords && !/[@\d]/.test(name.replace(timeAtEnd, ''))) {
    const isField = fieldName.test(withoutAccents(name))
    return isField ? { text: rest, name: null } : { text: rest.slice(name.length + 1).trim(), name }
  }
  const alone = rest.replace(timeAtEnd, '').trim()
  const isHeading = alone.length < line.length && alone !== '' && !/[\d.!?,:;@]/.test(alone)
  if (isHeading && wordsOf(alone).length <= maxNameWords && alone.length <= 40) return { text: '', name: alone }
  return { text: rest, name: null }
}

/** Cuts between words, because a number that was cut can't be recognised. */
const lastPart = (text: string): string => (text.length > maxLength ? text.slice(-maxLength).replace(/^\S*/, '') : text)

/** @param agentName what the agent is called in this desk, or an empty text */
export function chatLines(text: string, agentName: string): readonly ChatLine[] {
  const lines = withAsciiDigits(lastPart(text).normalize('NFC'))
    .split(/[\r\n]+/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map(readLine)
  // Where the desk's lines alone have a name, all others are the customer's. Else a line goes on with the one before.
  const namesCustomer = lines.some(({ name }) => name !== null && !isAgentName(name, agentName))
  let isAgent = false
  return lines.map(({ text: spoken, name }) => {
    if (name !== null) isAgent = isAgentName(name, agentName)
    else if (!namesCustomer) isAgent = false
    return { text: spoken, isAgent }
  })
}
