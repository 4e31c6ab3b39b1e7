/** Names of failures, for codes that a test can't cause on every machine. */
import { expect, it } from 'vitest'
import { causeOf, codeOf } from '../../../../../electron/service/http/failure.ts'

it.each([
  ['ENOTFOUND', 'connecting', 'dns'],
  ['EAI_AGAIN', 'connecting', 'dns'],
  ['ECONNREFUSED', 'connecting', 'refused'],
  ['CERT_HAS_EXPIRED', 'connecting', 'tls'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'connecting', 'tls'],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'connecting', 'tls'],
  ['ETIMEDOUT', 'connecting', 'connect_timeout'],
  ['ETIMEDOUT', 'waiting', 'reset'],
  ['EPIPE', 'waiting', 'reset'],
  ['ECONNRESET', 'reading', 'cut'],
  ['EHOSTUNREACH', 'connecting', 'other'],
  [null, 'reading', 'cut'],
] as const)('%s while %s is %s', (code, stage, cause) => {
  expect(causeOf(code, stage)).toBe(cause)
})

it('finds the code along causes and parts', () => {
  const inner = Object.assign(new Error('x'), { code: 'ECONNREFUSED' })
  expect(codeOf(new Error('outer', { cause: new AggregateError([new Error('no code'), inner]) }))).toBe('ECONNREFUSED')
  expect(codeOf('text')).toBeNull()
})
