/** The functions of the desk that process text from outside, each as a function of one text. */
import { Buffer } from 'node:buffer'
import { handableLink, parseActivationCode } from '#shared/model/esim/activationCode.ts'
import { esimState } from '#shared/model/esim/esimState.ts'
import { compact, display, findActivationCode, fold, understandQuery } from '#shared/model/search/identifier.ts'
import { parseInstant } from '#shared/model/instant.ts'
import { MailAddress } from '#shared/model/mail.ts'
import { isProxyAddress } from '#shared/model/proxy.ts'
import { findMatch, namesOf } from '#shared/model/search/search.ts'
import { plainLines } from '#shared/sheet/plain.ts'
import { WireCustomerEntry } from '#shared/wire/customer.ts'
import { WireInventoryItem } from '#shared/wire/inventory.ts'
import { systemClock } from '../../electron/base/clock.ts'
import { csvTable, iccidsCell, instantCell, textCell } from '../../electron/csv/index.ts'
import { copyOf } from '../../electron/customers/directory/customerCopy.ts'
import { safeFileName } from '../../electron/host/fileName.ts'
import { htmlText } from '../../electron/documents/html.ts'
import { testMessage } from '../../electron/documents/message.ts'
import { redactUntrusted, redactSecrets, spellings } from '../../electron/log/index.ts'
import { escapeControls, redactLine } from '../../electron/log/redact.ts'
import { classify } from '../../electron/operations/send/classify.ts'
import { sanitizeReason } from '../../electron/operations/journal/sanitizeReason.ts'
import { parseAddress } from '../../electron/service/http/address.ts'
import { refusesToken, retryAfterOf, successJson, type ResponseContext } from '../../electron/service/parsing/answer.ts'
import type { Answer } from '../../electron/service/http/exchange.ts'
import { createRedactor } from '../../electron/service/auth/redactor.ts'
import { createVersion } from '../../electron/service/resources/version.ts'
import { chatFacts } from '../../renderer/lib/chat/chatFacts.ts'
import { chatIdentifiers, ownAddressesOf } from '../../renderer/rules/chat/identifiers.ts'
import { chatLines } from '../../renderer/rules/chat/transcript.ts'
import { plainNotes } from '../../electron/updates/release.ts'

const values = ['an-access-token-1234', 'a-client-secret', 'token', 'aaaa'].flatMap(spellings)
const redactor = createRedactor(() => () => undefined)
redactor.credentials({ clientId: 'client-id-1', clientSecret: 'client-secret-1' }, 'Y2xpZW50')
const responseContext: ResponseContext = {
  what: 'customers',
  hide: redactor.redact,
  clock: systemClock,
  mayBeMissing: true,
}

const answerOf = (
  status: number,
  type: string,
  body: string,
  header: readonly [string, string] = ['x', 'y'],
): Answer => ({ type: 'answer', status, headers: new Map([['content-type', type], header]), body: Buffer.from(body) })
const problem = (text: string): string => JSON.stringify({ title: text, detail: text })
const version = (answer: Answer): Promise<string | null> =>
  createVersion({ segment: '/s', contextOf: () => responseContext, send: () => Promise.resolve(answer) })()
const refusal = (body: string, contentType: string): unknown =>
  classify(
    { kind: 'refund', itemUid: null, customerUid: null, severalRoutes: true },
    { type: 'answer', status: 403, contentType, body, retryAfter: null },
  )

const customer = (text: string): WireCustomerEntry =>
  WireCustomerEntry.parse({
    customer: { uid: 'c-1', email: text, profileUrl: text },
    activatedItems: [
      {
        uid: 'i-1',
        metatag: text,
        note: text,
        balance: {
          name: text,
          expiresAt: text,
          size: { sizeValue: 1, sizeUnit: 'GB' },
          availableBalance: { sizeValue: 1, sizeUnit: 'GB' },
        },
      },
    ],
    relatedEsims: [
      { uid: 'e-1', iccid: '8948010000012345678', state: text, activationCode: text, appleUniversalLink: text },
    ],
  })

const textFunctions: Readonly<Record<string, (text: string) => unknown>> = {
  'redactSecrets of the head': (text) => redactSecrets(text, values),
  'redactSecrets of the whole text': (text) => redactSecrets(text, values, Number.MAX_SAFE_INTEGER),
  'redactLine of the whole text': (text) => redactLine(text, values, Number.MAX_SAFE_INTEGER),
  'redactForeign of the whole text': (text) =>
    redactUntrusted(text, values, { maxLength: Number.MAX_SAFE_INTEGER, mark: '…' }),
  escapeControls,
  sanitizeReason: sanitizeReason,
  'a value that has to be hidden': (text) =>
    createRedactor(() => () => undefined).credentials({ clientId: text, clientSecret: text }, text),
  'a cell of a table': (text) => {
    const table = csvTable({ text: textCell, instant: instantCell, iccids: (one: string) => iccidsCell([one]) })
    return table.lines([text], 'point') + table.lines([text], 'comma')
  },
  'the search field': (text) => understandQuery(text),
  'a pasted chat': (text) => {
    const lines = chatLines(text, '')
    chatIdentifiers(lines, ownAddressesOf([text]))
    return chatFacts(
      lines.map((line) => line.text),
      [{ name: 'Pixel 8', vendor: 'Google', platform: null }],
    )
  },
  findActivationCode: findActivationCode,
  'fold, display and compact': (text) => [fold(text), display(text), compact(text)],
  parseActivationCode: parseActivationCode,
  handableLink: handableLink,
  parseInstant: parseInstant,
  esimState: esimState,
  'an e-mail address': (text) => MailAddress.safeParse(text),
  'the address of a proxy': isProxyAddress,
  'the address of a service': parseAddress,
  'lines of a sheet': plainLines,
  htmlText: htmlText,
  'the name of a file': safeFileName,
  'notes of a release': plainNotes,
}

const answerFunctions: Readonly<Record<string, (text: string) => unknown>> = {
  'the detail of a refused read': (text) =>
    successJson(answerOf(400, 'application/problem+json', problem(text)), responseContext),
  'a refused read in plain text': (text) => successJson(answerOf(422, 'text/plain', text), responseContext),
  'a refused token': (text) => refusesToken(answerOf(403, 'text/plain', text)),
  'a content type': (text) => successJson(answerOf(400, text, '{}'), responseContext),
  'Retry-After': (text) => retryAfterOf(answerOf(429, 'text/plain', '', ['retry-after', text]), systemClock),
  'the version as plain text': (text) => version(answerOf(200, 'text/plain', text)),
  'the version as JSON': (text) => version(answerOf(200, 'application/json', JSON.stringify({ version: text }))),
  'a refused operation': (text) => refusal(redactor.refusal(problem(text)), 'application/problem+json'),
  'a refused operation in plain text': (text) => refusal(redactor.refusal(text), 'text/plain'),
  'a customer': (text) => copyOf(customer(text)),
  'a customer that is searched': (text) => findMatch(namesOf(customer(text)), understandQuery('ada')),
  'a package': (text) =>
    WireInventoryItem.safeParse({
      id: 'p',
      name: text,
      sizeValue: 1,
      sizeUnit: text,
      countrySet: 'WWW',
      includedCountries: [text],
    }),
  'the headers of a mail': (text) =>
    testMessage({ id: 'one', name: text, from: 'desk@example.org', to: 'ada@example.org', date: 0 }),
}

export const hostileFunctions: Readonly<Record<string, (text: string) => unknown>> = {
  ...textFunctions,
  ...answerFunctions,
}
