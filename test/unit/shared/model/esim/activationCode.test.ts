/** Activation codes in the GSMA format, and the links derived from them (interface 2.8). */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  handableLink,
  LinkHost,
  parseActivationCode,
  universalLink,
  type ActivationCode,
} from '#shared/model/esim/activationCode.ts'
import { codeParts, codeText } from '../codes.ts'

const parsed = (text: string): ActivationCode => {
  const result = parseActivationCode(text)
  if (!result.ok) throw new Error(`${text} is refused: ${result.problem}`)
  return result.code
}

it('splits a code into the parts that devices ask for', () => {
  expect(parsed('LPA:1$smdp.example.com$ABCDE-12345')).toEqual({
    text: 'LPA:1$smdp.example.com$ABCDE-12345',
    address: 'smdp.example.com',
    matchingId: 'ABCDE-12345',
    oid: null,
    needsConfirmation: false,
  })
})

it.each([
  ['LPA:1$a.example$X$1.3.6.1', { oid: '1.3.6.1', needsConfirmation: false }],
  ['LPA:1$a.example$X$1.3.6.1$1', { oid: '1.3.6.1', needsConfirmation: true }],
  ['LPA:1$a.example$X$$1', { oid: null, needsConfirmation: true }],
])('reads object identifier and confirmation flag of %s', (text, more) => {
  expect(parsed(text)).toMatchObject(more)
})

it.each([
  ['LPA:1$rsp.example.com$AAA-2\n', 'LPA:1$rsp.example.com$AAA-2', 'AAA-2'],
  [' \t\ufeffLPA:1$rsp.example.com$AAA-3\r\n', 'LPA:1$rsp.example.com$AAA-3', 'AAA-3'],
  ['LPA:1$rsp.example.com$', 'LPA:1$rsp.example.com$', ''],
  ['LPA:1$rsp.example.com$$1.3.6.1.4.1.31746', 'LPA:1$rsp.example.com$$1.3.6.1.4.1.31746', ''],
  ['LPA:1$rsp.example.com$$1.3.6.1$1', 'LPA:1$rsp.example.com$$1.3.6.1$1', ''],
  ['LPA:1$rsp.example.com$$$1', 'LPA:1$rsp.example.com$$$1', ''],
])('takes blanks off a code and allows an empty matching id: %j', (sent, text, matchingId) => {
  expect(parsed(sent)).toMatchObject({ text, matchingId, address: 'rsp.example.com' })
})

it('reads every valid code back into its parts, unchanged', () => {
  fc.assert(
    fc.property(codeParts, (parts) => {
      const text = codeText(parts)
      expect(parsed(text)).toEqual({
        text,
        address: parts.address,
        matchingId: parts.matchingId,
        oid: parts.oid,
        needsConfirmation: parts.flag,
      })
    }),
    { numRuns: 1000 },
  )
})

it.each([
  ['', 'missing'],
  [null, 'missing'],
  ['lpa:1$a.example$X', 'prefix'],
  ['LPA:2$a.example$X', 'prefix'],
  ['LPA:1 $a.example$X', 'prefix'],
  ['LPA:1$a.example', 'parts'],
  ['LPA:1$a.example$X$', 'parts'],
  ['LPA:1$a.example$X$1.2$', 'parts'],
  ['LPA:1$a.example$X$1.2$1$1', 'parts'],
  ['LPA:1$$X', 'address'],
  ['LPA:1$localhost$X', 'address'],
  ['LPA:1$a_b.example$X', 'address'],
  ['LPA:1$https://a.example$X', 'address'],
  ['LPA:1$a.example$$', 'parts'],
  ['LPA:1$a.example$X Y', 'matching_id'],
  ['LPA:1$a.example$X\nY', 'matching_id'],
  ['LPA:1$a.example$X&y=1', 'matching_id'],
  ['LPA:1$a.example$X$one', 'oid'],
  ['LPA:1$a.example$X$$2', 'flag'],
  [`LPA:1$a.example$${'X'.repeat(240)}`, 'too_long'],
])('reports the problem of %j', (text, problem) => {
  expect(parseActivationCode(text)).toEqual({ ok: false, problem })
})

it('accepts a code of 255 characters, and no longer one', () => {
  const longestCode = `LPA:1$a.example$${'X'.repeat(239)}`
  expect(parsed(longestCode).text).toHaveLength(255)
})

it('returns no link if none was sent', () => {
  expect([handableLink(null), handableLink(undefined), handableLink('')]).toEqual([null, null, null])
})

it('refuses a good code with a stray character', () => {
  const stray = fc.constantFrom(' ', '\n', '\0', '"', '<', '>', '&', '#', '?', '%', '/', 'é', '$')
  fc.assert(
    fc.property(codeParts, stray, fc.nat(), (parts, character, place) => {
      const text = codeText({ ...parts, oid: null, flag: false })
      // Before the last character, because blanks around a code are taken off.
      const at = 6 + (place % (text.length - 6))
      expect(parseActivationCode(text.slice(0, at) + character + text.slice(at)).ok).toBe(false)
    }),
  )
})

describe('the link of the second platform', () => {
  it('has its base in lower case and the code unchanged', () => {
    fc.assert(
      fc.property(codeParts, (parts) => {
        const text = codeText(parts)
        expect(universalLink('Setup.Example.COM', parsed(text))).toBe(
          `https://setup.example.com/esim_qrcode_provisioning?carddata=${text}`,
        )
      }),
    )
  })

  it('accepts only a host name', () => {
    expect(LinkHost.parse(' Setup.Example.com ')).toBe('setup.example.com')
    for (const wrong of ['', 'setup', 'https://setup.example.com', 'a.example/path', 'a.example?x', 'user@a.example'])
      expect(LinkHost.safeParse(wrong).success).toBe(false)
  })
})

it('returns a link as it was sent if it leads to a named https host', () => {
  const good = [
    'https://setup.example.com/esim_qrcode_provisioning?carddata=LPA:1$a.example$X',
    'https://a.example',
    'https://a.example:8443/x#y',
  ]
  for (const link of good) expect(handableLink(link)).toBe(link)
  const bad = [
    null,
    '',
    'http://a.example',
    'javascript:alert(1)',
    'https://user:secret@a.example/',
    'https://a.example/ x',
    'https://a.example/"><script>',
    'data:text/html,x',
    'https://a.example/\nX: y',
  ]
  for (const link of bad) expect(handableLink(link)).toBeNull()
})
