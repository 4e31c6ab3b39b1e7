import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  comparableSizes,
  isEmpty,
  isLowData,
  isRounded,
  isRunningLow,
  isSameSize,
  isUnused,
  leftOf,
  lowDataThreshold,
  notKnown,
  readableSize,
  remainingShare,
  sizesOf,
  displayTotal,
  toMegabytes,
  totalOf,
  unlimited,
  usage,
} from '../../../../../shared/model/package/size.ts'

const of = (text: string) => {
  const [value = '', unit = ''] = text.split(' ')
  return { value: Number(value), unit }
}

describe('a size', () => {
  it('counts 1024 MB a GB and 1024 GB a TB', () => {
    expect(toMegabytes(of('3 GB'))).toBe(3072)
    expect(toMegabytes(of('1 TB'))).toBe(1024 * 1024)
    expect(toMegabytes(of('50 mb'))).toBe(50)
    expect(toMegabytes(of('5 parsecs'))).toBeNull()
  })

  it.each([
    ['3 GB', '3 GB', true],
    ['2.99 GB', '3 GB', false],
    ['2.9999 GB', '3 GB', false],
    ['0.05 GB', '50 MB', true],
    ['0.04 GB', '50 MB', false],
    ['0.01 GB', '10 MB', true],
    ['0.49 GB', '500 MB', true],
    ['0.48 GB', '500 MB', false],
    ['0.68 GB', '700 MB', true],
    ['50 MB', '0.05 GB', true],
    ['1024 GB', '1 TB', true],
    ['1 TB', '1024 GB', true],
    ['0.99 TB', '1 TB', false],
    ['0 GB', '3 GB', false],
    ['0 GB', '10 MB', false],
    ['2.995 GB', '3 GB', false],
    ['2.995 GB', '2.9955 GB', true],
  ])('%s of %s: unused is %s', (available, size, unused) => {
    expect(isUnused(of(available), of(size))).toBe(unused)
  })

  it('that the service rounded to two decimals of a larger unit is never reported as used while it is whole', () => {
    const packages = fc.record({
      megabytes: fc.integer({ min: 10, max: 5_000_000 }),
      unit: fc.constantFrom('GB', 'TB'),
    })
    fc.assert(
      fc.property(packages, ({ megabytes, unit }) => {
        const shown = Math.round((megabytes / (unit === 'GB' ? 1024 : 1024 ** 2)) * 100) / 100
        expect(isUnused({ value: shown, unit }, { value: megabytes, unit: 'MB' })).toBe(true)
      }),
    )
  })

  it('that has lost more than a rounding step is reported as used', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1000 }),
        fc.double({ min: 0.02, max: 0.99, noNaN: true }),
        (gigabytes, share) => {
          const left = Math.floor(gigabytes * (1 - share) * 100) / 100
          expect(isUnused({ value: left, unit: 'GB' }, { value: gigabytes, unit: 'GB' })).toBe(false)
        },
      ),
    )
  })

  it('in an unknown unit is neither used nor unused', () => {
    expect(usage(of('3 blocks'), of('3 blocks'))).toBe('unknown')
    expect(usage(of('3 blocks'), of('3 GB'))).toBe('unknown')
    expect(usage(of('3 GB'), of('3 blocks'))).toBe('unknown')
    expect(usage(of('2 blocks'), of('3 blocks'))).toBe('unknown')
    expect(usage(unlimited, unlimited)).toBe('unknown')
    expect(usage(notKnown, of('3 GB'))).toBe('unknown')
    expect(toMegabytes({ value: 2, unit: ' GB ' })).toBe(2048)
    expect(isSameSize({ value: 3, unit: ' blocks' }, { value: 3, unit: 'Blocks ' })).toBe(true)
    expect(isSameSize(of('2 blocks'), of('3 blocks'))).toBe(false)
  })

  it('equals another only within the rounding', () => {
    expect(isSameSize(of('0.05 GB'), of('50 MB'))).toBe(true)
    expect(isSameSize(of('3 GB'), of('3072 MB'))).toBe(true)
    expect(isSameSize(of('3 GB'), of('5 GB'))).toBe(false)
    expect(isSameSize(of('1000 MB'), of('1 GB'))).toBe(false)
  })

  it('shows whether the rounding may hide a small use', () => {
    expect(isRounded(of('3 GB'), of('3 GB'))).toBe(false)
    expect(isRounded(of('0.05 GB'), of('50 MB'))).toBe(true)
    expect(isRounded(of('3 MB'), of('3 GB'))).toBe(true)
    expect(isRounded(of('2.99 GB'), of('3 GB'))).toBe(true)
  })

  it('leaves a share between zero and one', () => {
    expect(remainingShare(of('1.5 GB'), of('3 GB'))).toBe(0.5)
    expect(remainingShare(of('0.05 GB'), of('50 MB'))).toBe(1)
    expect(remainingShare(of('0.25 GB'), of('512 MB'))).toBe(0.5)
    expect(remainingShare(of('5 GB'), of('3 GB'))).toBe(1)
    expect(remainingShare(of('1 blocks'), of('4 blocks'))).toBe(0.25)
    expect(remainingShare(of('1 blocks'), of('4 GB'))).toBe(0)
    expect(remainingShare(of('1 GB'), of('4 blocks'))).toBe(0)
    expect(remainingShare(of('-1 GB'), of('3 GB'))).toBe(0)
    expect(remainingShare(of('1 GB'), of('0 GB'))).toBe(0)
    fc.assert(
      fc.property(
        fc.double({ noNaN: true, min: -10, max: 1e9 }),
        fc.double({ noNaN: true, min: -10, max: 1e9 }),
        fc.constantFrom('MB', 'GB', 'TB', 'x'),
        (value, whole, unit) => {
          const share = remainingShare({ value, unit }, { value: whole, unit: 'GB' })
          expect(share).toBeGreaterThanOrEqual(0)
          expect(share).toBeLessThanOrEqual(1)
        },
      ),
    )
  })

  it('is empty at zero', () => {
    expect(isEmpty(of('0 GB'))).toBe(true)
    expect(isEmpty(of('0.01 GB'))).toBe(false)
    expect(isEmpty(unlimited)).toBe(false)
    expect(isEmpty(notKnown)).toBe(false)
  })
})

describe('low data', () => {
  it('the threshold is 100 MB', () => {
    expect(lowDataThreshold).toEqual({ value: 100, unit: 'MB' })
  })

  it.each([
    [100, 'MB', true],
    [0.01, 'mb', true],
    [0.09, 'GB', true],
    [100.01, 'MB', false],
    [0.1, 'GB', false],
    [1, 'TB', false],
    [0, 'GB', false],
    [5, 'parsec', false],
  ])('%d %s is low: %s', (value, unit, low) => {
    expect(isLowData({ value, unit })).toBe(low)
  })

  it('an unknown amount is not low', () => {
    expect(isLowData(null)).toBe(false)
  })
})

describe('a package', () => {
  it.each([
    ['0.09 GB', '0.5 GB', true],
    ['0.12 GB', '0.5 GB', true],
    ['0.13 GB', '0.5 GB', false],
    ['100 MB', '10 GB', true],
    ['50 MB', '50 MB', false],
    ['0.05 GB', '50 MB', false],
    ['12 MB', '50 MB', true],
    ['0 GB', '3 GB', false],
    ['1 parsec', '3 GB', false],
    ['1 parsec', '8 parsec', true],
  ])('with %s of %s is running low: %s', (available, size, low) => {
    expect(isRunningLow(of(available), of(size))).toBe(low)
  })
})

describe('a sum', () => {
  it('is in the unit in which people read it', () => {
    expect(totalOf([of('1.5 GB'), of('512 MB')])).toEqual(of('2 GB'))
    expect(totalOf([of('512 GB'), of('512 GB')])).toEqual(of('1 TB'))
    expect(totalOf([of('0.05 GB')])).toEqual(of('50 MB'))
    expect(totalOf([of('0.09 GB')])).toEqual(of('90 MB'))
    expect(totalOf([of('0.09 GB'), of('1.5 GB')])).toEqual(of('1.59 GB'))
    expect(totalOf([of('1 KB')])).toEqual(of('1 MB'))
    expect(totalOf([])).toEqual(of('0 GB'))
    expect(readableSize(1023)).toEqual(of('1023 MB'))
  })

  it('does not count less than nothing, and is not known with an unknown unit', () => {
    expect(totalOf([of('1 GB'), of('-1 GB')])).toEqual(of('1 GB'))
    expect(totalOf([of('1 GB'), of('1 parsec')])).toBeNull()
  })
})

describe('a package without a volume', () => {
  const wire = (value: number, unit = 'GB') => ({ sizeValue: value, sizeUnit: unit })

  it.each([
    ['less than nothing', wire(-1), wire(-1)],
    ['nothing', wire(0), wire(0)],
    ['the word', wire(0, 'unlimited'), wire(0, 'Unlimited')],
    ['a size in words and no rest', wire(1, 'UNLIMITED'), wire(0)],
  ])('of which %s arrives is unlimited, and never used up', (_what, size, availableBalance) => {
    expect(sizesOf({ size, availableBalance })).toEqual({ size: unlimited, available: unlimited })
  })

  it.each([
    ['a size in an unknown unit', wire(3, 'parsecs'), wire(0, 'parsecs')],
    ['no size', null, wire(0)],
    ['less than nothing of a volume', wire(3), wire(-1)],
    ['no rest', wire(3), undefined],
  ])('with %s has a rest that is not known', (_what, size, availableBalance) => {
    expect(sizesOf({ size, availableBalance }).available).toEqual(notKnown)
  })

  it('is no part of a sum, unless there is nothing else', () => {
    expect(totalOf([unlimited, of('1 GB')])).toEqual(of('1 GB'))
    expect(totalOf([unlimited, unlimited])).toEqual(unlimited)
    expect(displayTotal([unlimited, of('1 GB')])).toEqual(unlimited)
  })
})

describe('two sizes beside each other', () => {
  it.each([
    ['0.09 GB', '500 MB', '90 MB', '500 MB'],
    ['0.05 GB', '50 MB', '50 MB', '50 MB'],
    ['1 GB', '2048 MB', '1024 MB', '2048 MB'],
    ['786432 KB', '1572864 KB', '0.75 GB', '1.5 GB'],
  ])('%s of %s is %s of %s: not more precise than known', (available, size, left, whole) => {
    expect(comparableSizes(of(available), of(size))).toEqual({ available: of(left), size: of(whole) })
  })
})

describe('what is left of a package', () => {
  it('is its size while nothing is used, although the service rounds the rest in another unit', () => {
    expect(leftOf({ available: of('0.49 GB'), size: of('500 MB') })).toEqual(of('500 MB'))
    expect(leftOf({ available: of('0.3 GB'), size: of('500 MB') })).toEqual(of('0.3 GB'))
  })
})
