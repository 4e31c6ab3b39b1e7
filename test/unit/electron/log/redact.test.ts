import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hidden, redactLine } from '../../../../electron/log/redact.ts'

/** Many groups are zero, so that addresses with every number of colons occur. */
const group = fc.oneof(fc.constant(0), fc.constant(0), fc.integer({ min: 0, max: 0xffff }))
const addresses = fc
  .array(group, { minLength: 8, maxLength: 8 })
  .filter((groups) => groups.some((value) => value !== 0))
  .map((groups) => {
    const { hostname } = new URL(`http://[${groups.map((value) => value.toString(16)).join(':')}]`)
    return hostname.slice(1, -1)
  })

test('every IPv6 address is hidden, however short it is and however its colons are written', () => {
  fc.assert(
    fc.property(addresses, fc.constantFrom(':', '%3A', '%253a'), fc.constantFrom('', '.'), (address, colon, end) => {
      const line = `from ${address.replaceAll(':', colon)}${end} at 10:05:22`
      expect(redactLine(line, [])).toBe(`from ${hidden} at 10:05:22`)
    }),
  )
})

test.each(['::ffff:192.0.2.1', '64:ff9b::192.0.2.1', 'fe80::', '::1'])('the address %s is hidden', (address) => {
  expect(redactLine(`from ${address}, twice`, [])).toBe(`from ${hidden}, twice`)
})

test.each(['10:05', '10:05:22', '10:05:22.123', '1:2:3:4:5', 'std::max', '::'])(
  'what is no address is not hidden: %s',
  (text) => {
    expect(redactLine(`at ${text} then`, [])).toBe(`at ${text} then`)
  },
)
