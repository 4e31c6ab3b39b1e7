/** E-mail addresses of made-up people from many places; a few are awkward on purpose. Domains are the reserved ones. */
import { Dice, mix } from '../random.ts'

const given = [
  'maria', 'james', 'sofia', 'lukas', 'emma', 'noah', 'chloe', 'mateo', 'yuki', 'haruto', 'aisha', 'omar', 'fatima', 'youssef', 'priya', 'arjun',
  'li.wei', 'mei', 'min-jun', 'ji-woo', 'anna', 'piotr', 'olena', 'dmytro', 'ingrid', 'lars', 'aino', 'mikko', 'giulia', 'marco', 'camille', 'hugo',
  'carmen', 'javier', 'beatriz', 'joao', 'amara', 'kwame', 'zanele', 'thabo', 'leila', 'reza', 'elif', 'mehmet', 'nikos', 'eleni', 'ivana', 'luka',
  'nguyen', 'linh', 'siti', 'budi', 'somchai', 'malee', 'grace', 'oliver', 'isla', 'liam', 'valentina', 'santiago', 'hannah', 'jonas', 'freya', 'tomas',
] as const
const family = [
  'garcia', 'smith', 'rossi', 'mueller', 'novak', 'kowalska', 'tanaka', 'suzuki', 'kim', 'park', 'chen', 'wang', 'singh', 'sharma', 'haddad', 'alami',
  'okafor', 'mensah', 'dlamini', 'yilmaz', 'demir', 'papadopoulos', 'horvat', 'petrov', 'shevchenko', 'andersson', 'hansen', 'virtanen', 'dubois', 'moreau',
  'silva', 'santos', 'fernandez', 'lopez', 'brown', 'wilson', 'taylor', 'campbell', 'murphy', 'obrien', 'jansen', 'devries', 'weber', 'schneider', 'bianchi',
  'tran', 'pham', 'wijaya', 'reyes', 'cruz', 'rahman', 'khan', 'cohen', 'levi', 'nasser', 'farouk', 'eriksen', 'nowak', 'popescu', 'ionescu', 'toth', 'nagy',
] as const
const domains = [
  'example.com', 'example.com', 'example.org', 'example.net', 'mail.example', 'webmail.example', 'inbox.example', 'post.example', 'travel.example',
  'students.university.example', 'airline-crew.example', 'consulting.example',
] as const

const awkward: readonly ((name: string, number: number) => string)[] = [
  (name, number) => `${name}+esim${number}@example.com`,
  (name, number) => `${name.toUpperCase()}.${number}@EXAMPLE.ORG`,
  (name, number) => `🌴${name}${number}✈️@example.com`,
  (_, number) => `مريم.${number}@بريد.example`,
  (_, number) => `דנה.לוי${number}@example.org`,
  (_, number) => `山田.太郎${number}@example.net`,
  (_, number) => `jürgen.groß${number}@müller.example`,
  (name, number) => `"${name} at home ${number}"@example.com`,
  (name, number) => `o'${name}.${number}@example.com`,
  (name, number) => `${name}.the.very.long.local.part.of.an.address.number.${number}@a.quite.long.chain.of.sub.domains.travel.example`,
  (name, number) => `${name}_${number}@xn--bcher-kva.example`,
]

/** The e-mail of a person; null for about one in sixteen. */
export function emailOf(seed: number, person: number): string | null {
  const dice = new Dice(mix(seed ^ 0x51ed, person))
  const kind = dice.below(160)
  if (kind < 10) return null
  const name = dice.pick(given)
  if (kind < 14) return (awkward[dice.below(awkward.length)] ?? ((one) => `${one}@example.com`))(name, 10 + dice.below(990))
  const number = dice.below(5)
  const tail = number === 0 ? '' : number === 1 ? String(dice.below(10_000)) : String(60 + dice.below(45)).slice(-2)
  return `${name}${dice.oneIn(3) ? '_' : '.'}${dice.pick(family)}${tail}@${dice.pick(domains)}`
}
