import { describe, expect, it } from 'vitest'
import { esimState } from '../../../../../shared/model/esim/esimState.ts'

describe('the state of an eSIM profile (interface 3.1)', () => {
  it.each([
    ['RELEASED', 'released'],
    ['INSTALLED', 'installed'],
    ['INSTALLED/ENABLED', 'installed'],
    ['installed / enabled', 'installed'],
    ['DISABLED', 'disabled'],
    ['ERROR', 'error'],
    ['DOWNLOADED', 'unknown'],
    ['', 'unknown'],
    ['constructor', 'unknown'],
    [null, 'unknown'],
    [undefined, 'unknown'],
  ])('%j is %s', (raw, state) => {
    expect(esimState(raw)).toBe(state)
  })
})
