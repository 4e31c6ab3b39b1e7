/** What is taken from a pasted chat, and that nothing is taken that is not there. */
import { describe, expect, test } from 'vitest'
import { chatFacts } from '../../../renderer/lib/chat/chatFacts.ts'
import { chatIdentifiers, ownAddressesOf } from '../../../renderer/rules/chat/identifiers.ts'
import { chatLines } from '../../../renderer/rules/chat/transcript.ts'
import { devices } from '../../../electron/sandbox/store/devices.ts'
import { madeUpChats } from '../../support/chats.ts'

const rows = devices.map(({ name, vendor, platform }) => ({
  name,
  vendor: vendor ?? null,
  platform: platform ?? null,
}))
const own = ownAddressesOf(['help@shop.example'])

function read(text: string, agentName = '') {
  const lines = chatLines(text, agentName)
  const customerTexts = lines.filter(({ isAgent }) => !isAgent).map((line) => line.text)
  const { places, devices: found } = chatFacts(customerTexts, rows)
  return {
    identifiers: chatIdentifiers(lines, own).map(({ value }) => value),
    country: places.taken?.code ?? null,
    device: found.taken,
    offered: [...places.offered.map(({ code }) => code), ...found.offered],
  }
}

describe('200 made-up chats in eight languages', () => {
  const results = madeUpChats().map((chat) => ({ chat, found: read(chat.text) }))

  test('only what the chat names is taken', () => {
    const wrong = results.filter(
      ({ chat, found }) =>
        found.identifiers.some((value) => value !== chat.identifier) ||
        (found.country !== null && found.country !== chat.country) ||
        (found.device !== null && found.device !== chat.device),
    )
    expect(results).toHaveLength(200)
    expect(wrong.map(({ chat, found }) => ({ ...chat, found }))).toEqual([])
  })

  test('at least nine of ten identifiers, countries and devices are found', () => {
    const isFound = {
      identifiers: ({ chat, found }: (typeof results)[number]) => found.identifiers.includes(chat.identifier),
      countries: ({ chat, found }: (typeof results)[number]) => found.country === chat.country,
      devices: ({ chat, found }: (typeof results)[number]) => found.device === chat.device,
    }
    for (const [what, is] of Object.entries(isFound)) {
      const missed = results.filter((one) => !is(one))
      process.stdout.write(`${what}: ${String(results.length - missed.length)} of ${String(results.length)}\n`)
      expect(missed.length / results.length).toBeLessThanOrEqual(0.1)
    }
  })
})

describe('what a sentence says', () => {
  test.each<[text: string, country: string | null, device: string | null, identifiers: string, offered: string]>([
    ["I'm in Tokyo with a Pixel 8, my eSIM ends in …155115", 'JP', 'Google Pixel 8', '155115', ''],
    ['I am from Japan and have a Pixel 8', null, 'Google Pixel 8', '', 'JP'],
    ['My Japan eSIM does not work', null, null, '', 'JP'],
    ['I was in Spain and now I am in Portugal', 'PT', null, '', 'ES'],
    ['In Spain, in Portugal, wherever', null, null, '', 'ES PT'],
    ['Next week in Italy, today in Switzerland', 'CH', null, '', 'IT'],
    ["Elle ne marche pas en Suisse alors qu'elle marchait en France", null, null, '', 'CH FR'],
    ['Yesterday in Rome it was fine', null, null, '', 'IT'],
    ['Llegué ayer a Roma con un Samsung S24', 'IT', 'Samsung Galaxy S24', '', ''],
    ['Bin gestern in Rom angekommen', 'IT', null, '', ''],
    ['Country: Turkey', 'TR', null, '', ''],
    ['ハワイ旅行中です。iPhone SE第3世代', 'US', 'Apple iPhone SE (3rd generation)', '', ''],
    ['I am not in Japan', null, null, '', 'JP'],
    ['Does it work in Japan?', null, null, '', 'JP'],
    ['Japan', 'JP', null, '', ''],
    ['My name is Jordan, nice to meet you', null, null, '', 'JO'],
    ['Estoy en la isla', null, null, '', ''],
    ['on a small island', null, null, '', 'IS'],
    ['Pixel 8 Ultra', null, null, '', 'Pixel 8 Ultra'],
    ['a Nokia 3310 and an iPhone 13', null, 'Apple iPhone 13', '', 'Nokia 3310'],
    ['iPhone 13 or iPhone 14', null, null, '', 'Apple iPhone 13,Apple iPhone 14'],
    ['my wife has an iPhone 13', null, null, '', 'Apple iPhone 13'],
    ['joanna@a.com, my sister is anna@a.com', null, null, 'joanna@a.com anna@a.com', ''],
    ['8943108165000712344, it ends in 712344', null, null, '8943108165000712344', ''],
    ['my phone number is +81 90 1234 5678', null, null, '', ''],
    ['my phone number ends in 5678', null, null, '', ''],
    ['the SIM card ends in 5678', null, null, '5678', ''],
    ['the package ends in 2026', null, null, '', ''],
    ['I paid 1550 yen, last trip 2024', null, null, '', ''],
    ['89049032000001000000012345678901', null, null, '', ''],
    ['8943 1081 6500 0712 344, 2 days ago', null, null, '8943108165000712344', ''],
    ['LPA:1$rsp.example.com$ABC-123', null, null, 'LPA:1$RSP.EXAMPLE.COM$ABC-123', ''],
    ['write to help@shop.example or info@shop.example', null, null, '', ''],
    ['order a package for 12345 people', null, null, '', ''],
    ['😟', null, null, '', ''],
    ['', null, null, '', ''],
  ])('%s', (text, country, device, identifiers, offered) => {
    const found = read(text)
    expect([
      found.country,
      found.device,
      found.identifiers.join(' '),
      found.offered.join(offered.includes(',') ? ',' : ' '),
    ]).toEqual([country, device, identifiers, offered])
  })
})

describe('the speaker of a line', () => {
  test('lines of the agent are not taken, whatever the form of the transcript', () => {
    for (const text of [
      'Agent: are you ada@mail.example in Japan, with …155115 on a Pixel 8?\nBob: hello, one moment please',
      '[29.11.26, 10:31:05] Support Team: ada@mail.example in Japan\n[29.11.26, 10:31:44] Bob: hello',
      'Mia Desk 10:31 AM\nada@mail.example, in Japan with a Pixel 8\n\nBob 10:32 AM\nhello',
      'You: in Japan? ICCID ends in 155115?\nBob: let me see',
    ])
      expect(read(text, 'Mia Desk'), text).toEqual({ identifiers: [], country: null, device: null, offered: [] })
  })

  test('where the desk alone is named, what follows is the customer again', () => {
    expect(read('Agent: last digits of your ICCID?\n155115\nAgent: country?\nJapan')).toMatchObject({
      identifiers: ['155115'],
      country: 'JP',
    })
  })

  test('digits alone are those that the agent has asked for, and others are not', () => {
    expect(read('Agent: last digits of the ICCID?\nAda: 155115').identifiers).toEqual(['155115'])
    expect(read('Agent: your PIN?\nAda: 155115').identifiers).toEqual([])
  })

  test('two customers are two identifiers', () => {
    expect(read('ada@mail.example\nmy friend is bob@mail.example').identifiers).toEqual([
      'ada@mail.example',
      'bob@mail.example',
    ])
  })
})

test('of a text of 1 MB the last part is read, without a number that is cut', () => {
  const long = `${'ada@mail.example is in Peru. '.repeat(40_000)}\nmy ICCID is 8943108165000712344, I am in Japan`
  expect(read(long).identifiers).toContain('8943108165000712344')
  const cut = `8943108165000712344${'x'.repeat(30_000 - 4)}`
  expect(read(cut).identifiers).toEqual([])
})
