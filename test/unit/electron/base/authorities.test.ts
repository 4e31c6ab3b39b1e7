import { expect, test } from 'vitest'
import { trustedContext } from '../../../../electron/base/authorities.ts'
import { authority } from '../../../support/certificates.ts'

test('one context serves every connection with the same authorities', async () => {
  expect(await trustedContext(authority)).toBe(await trustedContext(authority))
  expect(await trustedContext(undefined)).not.toBe(await trustedContext(authority))
})
