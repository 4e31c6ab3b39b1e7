/** The situations of callers in `docs/situations.md`, with the words that the desk shows and suggests. */
import { expect, test } from 'vitest'
import { defineComponent } from 'vue'
import type { Severity } from '../../../../../renderer/rules/cause.ts'
import type { VerdictFacts } from '../../../../../renderer/rules/facts.ts'
import { answerText } from '../../../../../renderer/rules/answers.ts'
import { en } from '../../../../../renderer/rules/answers/en.ts'
import { verdictOf } from '../../../../../renderer/rules/verdict.ts'
import { useVerdictText } from '../../../../../renderer/features/verdict/useVerdictText.ts'
import { CountrySetId } from '#shared/wire/ids.ts'
import { at, item, now, waiting } from '../../../shared/model/things.ts'
import { connected, endsIn, factsOf, gigabytes, operation, released, seen, used, usedUp } from '../../../rules/cases.ts'
import { causeCases } from '../../../rules/causeCases.ts'
import { mounted } from '../../support/mounted.ts'

const hour = 1 / 24
const portugal = (left = 3) => item({ balance: { name: 'Portugal 3 GB', availableBalance: gigabytes(left) } })
const left = (value: number, size = 3) =>
  item({ balance: { size: gigabytes(size), availableBalance: gigabytes(value) } })
const inFrance = { connectivity: [connected({ country: 'FR', asOf: at(0) })] }
const soldForEurope = { context: { countrySetOf: () => CountrySetId.parse('EUROPE') } }
const old = seen(6, { uid: 'esim-old', active: false })
const second = seen(0, { uid: 'esim-2', iccid: '8948010000000000033', lastSeen: null })

const situations: readonly (readonly [string, VerdictFacts])[] = [
  ['The eSIM was never installed', causeCases.notInstalled],
  [
    'The same, and the QR code was e-mailed an hour ago',
    factsOf([item()], [released()], { mails: [{ iccid: '8948010000000000025', at: at(-hour) }] }),
  ],
  ['The same, sold half an hour ago', causeCases.soldJustNow],
  ['The eSIM is on no device and was on a network three days ago', causeCases.removed],
  [
    'Support replaced the eSIM: the former one is inactive, the new one is not installed',
    factsOf([left(2)], [released(), old]),
  ],
  ['8.12 of 10 GB are left, and the eSIM was never on a network', factsOf([left(8.12, 10)], [released()])],
  ['The eSIM is switched off in the phone', causeCases.disabled],
  ['The installation failed', causeCases.esimError],
  ['There is no eSIM', causeCases.noEsim],
  ['Every eSIM is inactive', causeCases.esimsReplaced],
  ['The service names a state that nobody knows', causeCases.esimUnknown],
  ['The phone is not on the list of devices', causeCases.deviceNotListed],
  ['The eSIM is installed and was never on a network', causeCases.neverSeen],
  ['All data is used', causeCases.usedUp],
  ['The package has ended, with 70 MB left', causeCases.expiredWithData],
  ['The only package was refunded', causeCases.refunded],
  ['Nothing was sold', causeCases.nothingSold],
  ['An ON_DEMAND package waits for its activation', causeCases.waitingActivation],
  ['A FIRST_USE package has not started, and the eSIM was on a network since the sale', causeCases.waitingUseSeen],
  ['The same before the journey', causeCases.waitingUseUnseen],
  [
    'The customer says Japan, the package is for Portugal and unused',
    factsOf([portugal()], [seen(0)], { country: 'JP' }),
  ],
  ['The same, and half of the package is used', factsOf([portugal(1.5)], [seen(0)], { country: 'JP' })],
  [
    'An event reported Japan an hour ago',
    factsOf([portugal(1.5)], [seen(hour)], { visits: [{ iccid: null, country: 'JP', at: at(-hour) }] }),
  ],
  [
    'The customer says Japan, and the network says Portugal now',
    factsOf([portugal(1.5)], [seen(0)], { country: 'JP', connectivity: [connected({ country: 'PT' })] }),
  ],
  ['The coverage of the package is not known, and the customer says France', causeCases.coverageUnknown],
  [
    'On a network now, in a country that the package covers',
    factsOf([used], [seen(0)], { ...inFrance, ...soldForEurope }),
  ],
  ['The same, and the coverage is known by the name of the package alone', factsOf([used], [seen(0)], inFrance)],
  ['On a network two hours ago, and nothing says where', factsOf([left(1.39)], [seen(2 * hour)])],
  [
    'A package for Portugal, the phone in Japan, nothing used, and no endpoint that names the network',
    factsOf([item({ balance: { name: 'Portugal 3 GB', activatedAt: at(-4) } })], [seen(2 + 20 * hour)]),
  ],
  ['The same before it was on a network since its start', factsOf([portugal()], [seen(2 + 20 * hour)])],
  ['Two eSIMs are installed, and one was never on a network', factsOf([used], [seen(0), second])],
  ['The eSIM was last on a network four days ago', causeCases.notSeenLately],
  ['85 MB are left', causeCases.lowData],
  ['A volume a day at full speed', causeCases.throttledDaily],
  ['The package ends in five hours', factsOf([endsIn(5 * hour)], [seen(0)])],
  ['It is not known whether a refund went through', factsOf([item()], [seen(0)], { operations: [operation()] })],
  ['A package can’t be read', causeCases.packageUnknown],
  [
    'Two packages: one is used up, one waits for its activation',
    factsOf([usedUp, waiting('ON_DEMAND', { uid: 'item-2' })], [seen(0)]),
  ],
  [
    'The service can’t be reached, and a saved copy is shown',
    factsOf([used], [seen(0)], { ...inFrance, context: { source: 'directory' } }),
  ],
]

const colours: Readonly<Record<Severity, string>> = { danger: 'red', warn: 'amber', info: 'neutral', ok: 'green' }

/** Markdown of at most 118 characters a line, the further lines of an entry indented. */
function wrapped(line: string): string {
  const lines = ['']
  for (const word of line.split(' ')) {
    const last = lines.at(-1) ?? ''
    if (last !== '' && last.length + word.length > 117) lines.push(`  ${word}`)
    else lines[lines.length - 1] = last === '' ? word : `${last} ${word}`
  }
  return lines.join('\n')
}

const intro = `# Situations of callers

What the desk says of a customer at noon UTC on June 15, 2026, in each of these situations: the sentence at the top with
its color, what to do next, what to say to the customer, and the button. Only what the service says of the present is
green. The unit tests make this page: \`npx vitest run --project renderer -u situations\` writes it again.`

test('the page of situations has the words that the desk shows', async () => {
  let text: ReturnType<typeof useVerdictText> | undefined
  mounted(
    defineComponent(() => {
      text = useVerdictText()
      return () => null
    }),
  )
  if (text === undefined) throw new Error('The component was not mounted')
  const shown = text
  expect(new Date(now).toISOString()).toBe('2026-06-15T12:00:00.000Z')
  const parts = situations.map(([title, facts], index) => {
    const [cause, ...others] = verdictOf(facts)
    return [
      `## ${String(index + 1)}. ${title}`,
      '',
      wrapped(`- Says, ${colours[cause.severity]}: ${shown.cause(cause)}`),
      ...cause.doubts.map((doubt) => wrapped(`- Doubt: ${shown.doubt(doubt, cause)}`)),
      wrapped(`- Next: ${shown.next(cause)}`),
      wrapped(`- To the customer: ${answerText(cause, en)}`),
      ...(cause.action === null ? [] : [`- Button: ${shown.action(cause.action)}`]),
      ...(others.length === 0 ? [] : [wrapped(`- Also: ${others.map((other) => shown.short(other)).join('; ')}`)]),
    ].join('\n')
  })
  await expect(`${[intro, ...parts].join('\n\n')}\n`).toMatchFileSnapshot('../../../../../docs/situations.md')
})
