/** Renders a question for the dialog: its sentences, and one line for each fact. */
import type { DeskLanguage } from '#shared/language.ts'
import { plain } from '#shared/sheet/plain.ts'
import type { HostQuestion } from '../../host/index.ts'
import type { MoneyQuestion, NotAppliedQuestion, Question } from '../question.ts'
import { de } from './de.ts'
import { en } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'
import type { QuestionsText } from './types.ts'

/** The type requires every language, so a missing language or a missing text fails the build. */
const texts: Readonly<Record<DeskLanguage, QuestionsText>> = { en, de, es, fr }

type Fact = HostQuestion['facts'][number]

/** Maximum length of a fact, because a long text from the service could push the other facts out of the dialog. */
const maxValue = 160

function fact(label: string, value: string): Fact {
  const text = plain(value)
  return { label, value: text.length > maxValue ? `${text.slice(0, maxValue).toWellFormed()}…` : text }
}

const optionalFact = (label: string, value: string | null): readonly Fact[] =>
  value === null ? [] : [fact(label, value)]

export function questionText(question: Question, language: DeskLanguage): HostQuestion {
  const text = texts[language]
  const { title, text: why, yes, no } = text.questions[question.kind]
  const facts = factsOf(question, text, language)
  return { language, title, text: [...reasonsOf(question, text), why].join(' '), facts, yes, no }
}

function reasonsOf(question: Question, text: QuestionsText): readonly string[] {
  if (question.kind === 'notApplied') return question.isAccepted ? [text.accepted] : []
  return question.kind === 'money' ? question.reasons.map((one) => text.money[one](`${question.askAbove} USD`)) : []
}

function factsOf(question: Question, text: QuestionsText, language: DeskLanguage): readonly Fact[] {
  const { labels } = text
  switch (question.kind) {
    case 'service':
      return [
        fact(labels.service, question.origin),
        ...optionalFact(labels.proxy, question.proxy),
        ...optionalFact(labels.caFile, question.caFile),
        ...optionalFact(labels.linkHost, question.linkHost),
      ]
    case 'relay':
      return [
        fact(labels.relay, question.origin),
        fact(labels.service, question.service),
        ...optionalFact(labels.proxy, question.proxy),
      ]
    case 'mailServer':
      return [
        fact(labels.server, `${question.host}:${String(question.port)}`),
        fact(labels.security, question.security === 'tls' ? 'TLS' : 'STARTTLS'),
        fact(labels.user, question.user),
        fact(labels.from, question.from),
        ...optionalFact(labels.tokenAddress, question.tokenAddress),
        ...optionalFact(labels.caFile, question.caFile),
      ]
    case 'recipient':
      return [
        fact(labels.to, question.to),
        fact(labels.customer, question.customer ?? text.testMail),
        ...optionalFact(labels.iccid, question.iccid),
      ]
    case 'correction':
      return [
        fact(labels.customer, question.customer),
        fact(labels.emailBefore, question.before ?? text.none),
        fact(labels.emailAfter, question.after),
      ]
    case 'rules':
      return [
        fact(labels.service, question.service),
        ...question.changes.map(({ rule, before, after }) =>
          fact(text.rules[rule], text.change(before ?? text.none, after ?? text.none)),
        ),
      ]
    case 'money':
      return moneyFacts(question, text)
    case 'notApplied':
      return [
        ...moneyFacts(question, text),
        fact(labels.sentAt, new Date(question.sentAt).toLocaleString(language)),
        fact(labels.checks, String(question.checks)),
        fact(labels.lastCheck, text.lastChecks[question.lastCheck]),
      ]
    case 'codes':
      return []
    case 'mails':
      return [fact(labels.mails, String(question.count))]
    case 'letters':
      return [
        fact(labels.mails, String(question.count)),
        fact(labels.subject, question.subject),
        ...optionalFact(labels.note, question.note === '' ? null : question.note),
      ]
    case 'journal':
      return [
        ...question.losses.map(({ file, loss, missing }) =>
          fact(labels[file], missing === null ? text.losses[loss] : text.missingRows(text.losses[loss], missing)),
        ),
        ...(question.connections.length === 0 ? [] : [fact(labels.connections, question.connections.join(', '))]),
      ]
  }
}

function moneyFacts(
  { operation, amount, packageName, customer, service }: MoneyQuestion | NotAppliedQuestion,
  text: QuestionsText,
): readonly Fact[] {
  const { labels } = text
  return [
    fact(labels.operation, text.operations[operation]),
    fact(labels.amount, amount === null ? text.unknown : `${amount.amount} ${amount.currency}`),
    fact(labels.packageName, packageName ?? text.unknown),
    fact(labels.customer, customer ?? text.newCustomer),
    fact(labels.service, service),
  ]
}
