/** The sanitization of text for journal rows, which can never be edited. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sanitizeReason } from '../../../../../electron/operations/journal/sanitizeReason.ts'

const jwt = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhbm4ifQ.c2lnbmF0dXJl'
const secrets = [
  ['a token like a JWT', jwt, 'eyJ'],
  ['the head of one', 'eyJhbGciOiJI', 'eyJ'],
  ['a Bearer token', 'Bearer abc.def', 'abc'],
  ['an opaque token of base64', 'kq0ZJx2Yl1+u7Rv/9mA4Tg==', 'kq0ZJ'],
  ['one of letters alone', 'QWxhZGRpbjpvcGVuIHNlc2FtZQ', 'QWxh'],
  ['a run of hex', 'deadbeef00c0ffee1234', 'deadbeef'],
  ['a UUID', '1e61265b-84b1-4ba0-94bc-365ba73b4f12', '1e61265b'],
  ['an activation code', 'LPA:1$smdp.example.com$QR-G-5C-1LS', 'QR-G'],
  ['one in lower case', 'lpa:1$smdp.example.com$QR-G-5C-1LS', 'QR-G'],
  ['one after a space', 'LPA: 1$smdp.example.com$QR-G-5C-1LS', 'QR-G'],
  ['one that is percent-encoded', 'LPA%3A1%24smdp.example.com%24QR-G-5C-1LS', 'QR-G'],
  ['one that is encoded twice', 'LPA%253A1%2524smdp.example.com%2524QR-G-5C-1LS', 'QR-G'],
  ['a bare activation code', '1$smdp.example.com$QR-G-5C-1LS', 'QR-G'],
  ['a bare one that is encoded', '1%24smdp.example.com%24QR-G-5C-1LS', 'QR-G'],
  ['one with a character nobody sees in it', 'LP\u200bA:1$smdp.example.com$QR-G-5C-1LS', 'QR-G'],
  ['its last part alone', 'K2-1F7G9Q-2B8XYZ', 'K2-'],
  ['one of short groups', 'QR-G-5C-1LS', 'QR-G'],
  ['one after its name', 'activation code: k2f7g9qa', 'k2f7'],
  ['one after its other name', 'matchingId=AB12CD34', 'AB12'],
  ['one in a sentence', 'the matching ID is "AB12CD34"', 'AB12'],
  ['an e-mail address', 'ann.agent@example.com', 'ann'],
  ['one that is percent-encoded', 'ann.agent%40example.com', 'ann'],
  ['an address', 'https://shop.example/orders?id=7', 'shop.example'],
  ['an address that is encoded', 'https%3A%2F%2Fshop.example%2Forders', 'shop.example'],
  ['an installation link', 'esim-install://shop.example/x', 'shop.example'],
  ['a named secret', 'client_secret=hunter2', 'hunter2'],
  ['a quoted one', '"password": "hunter2 too"', 'hunter2'],
  ['an ICCID', '8949000000000000001', '89490'],
  ['an IPv4 address', '203.0.113.77', '113.77'],
  ['an IPv6 address', '2001:db8:85a3:8:7:8a2e:370:7334', '370:7334'],
  ['a short one', '2001:db8::7334', 'db8'],
  ['one of a network', 'fe80::7334', '7334'],
  ['one with an IPv4 address in it', '::ffff:203.0.113.77', '113.77'],
  ['one after a name', 'address:2001:db8::7334', 'db8'],
  ['one that is percent-encoded', 'ip=2001%3Adb8%3A%3A7334', 'db8'],
  ['a hardware address', '02:42:ac:11:73:34', 'ac:11'],
] as const

describe('text for the journal', () => {
  it.each(secrets)('is redacted: %s', (_what, secret, trace) => {
    const sanitized = sanitizeReason(`The customer said ${secret} and left`)
    expect(sanitized).not.toContain(trace)
    expect(sanitized).toMatch(/^The customer said .*…"? ?(and left)?$/)
  })

  it('is redacted wherever a secret occurs', () => {
    fc.assert(
      fc.property(fc.constantFrom(...secrets), fc.string(), fc.string(), ([, secret, trace], before, after) => {
        fc.pre(!(before + after).includes(trace))
        expect(sanitizeReason(`${before} ${secret} ${after}`) ?? '').not.toContain(trace)
      }),
    )
  })

  it('is redacted at the position where the text is cut', () => {
    for (let space = 0; space <= 60; space += 1) {
      const sanitized = sanitizeReason(`${'LPA:1$a$b '.repeat(500).slice(0, 4000 - space - 1)} ${jwt}`)
      expect(sanitized).not.toMatch(/ey|LPA|\$/)
    }
  })

  it.each([
    'The maximum number of refunds per month has been reached.',
    'This item has been used: 1.5 GB of 3 GB, bought on 2026-01-05T10:00:00Z for 4.50 USD.',
    'Rückerstattung nicht möglich (Code 4711), siehe SUPPORT-2026-00123',
    'monthly_maximum_of_refunds_is_reached',
    'Europe EUR-3GB-30D of SKU EUROPE-10GB-30DAYS (order SO-2026-A17): error code BR409, activation code expired.',
    'The activation code is invalid, the QR code was used, and the matching id cannot be reused.',
    'At 10:20:30.400 version 12.4.1 refused 1.5:2 :: see rule 4.2.1:7.',
  ])('is unchanged without a secret: %s', (text) => {
    expect(sanitizeReason(text)).toBe(text)
  })

  it('has no IP address before a port', () => {
    expect(sanitizeReason('from 203.0.113.77:443 and [2001:db8::7334]:443.')).toBe('from …:443 and […]:443.')
  })

  it('is one short line, and null if the text is empty', () => {
    expect(sanitizeReason(' one\r\n\ttwo\u0000\u2028three ')).toBe('one two three')
    expect(sanitizeReason('word '.repeat(200))).toHaveLength(300)
    expect(sanitizeReason(' \n ')).toBeNull()
    expect(sanitizeReason(undefined)).toBeNull()
    expect(sanitizeReason('a'.repeat(10) + ' ' + 'é '.repeat(145).trim())).toHaveLength(300)
    expect(sanitizeReason('a'.repeat(10) + ' ' + 'é '.repeat(145).trim())).not.toContain('…')
    expect(sanitizeReason('word '.repeat(200))).toMatch(/…$/)
  })

  it('is read up to a maximum length, and a word that is cut there is removed', () => {
    const read = (text: string): string | null => sanitizeReason(text)
    const filled = (length: number): string => `one ${' '.repeat(length - 4)}`
    expect(read(`${filled(3996)}last`)).toBe('one last')
    expect(read(`${filled(3996)}last more`)).toBe('one …')
    expect(read(`${filled(3990)}two last more`)).toBe('one two last …')
    expect(read(`${filled(4000)}last`)).toBe('one')
  })

  it('is sanitized quickly, however long it is', () => {
    const started = performance.now()
    for (const part of ['a', 'a.', '1', '%25', 'LPA', 'eyJ', '@', '= '])
      sanitizeReason(part.repeat(1_000_000 / part.length))
    // It takes less than a second; a pattern with catastrophic backtracking would take hours.
    expect(performance.now() - started).toBeLessThan(30_000)
  })
})
