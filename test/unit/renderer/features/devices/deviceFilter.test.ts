import { expect, onTestFinished, test, vi } from 'vitest'
import { answerFor, filterDevices, prepareDevices } from '../../../../../renderer/features/devices/deviceFilter.ts'

const devices = prepareDevices([
  { name: 'Pixel 8 Pro', vendor: 'Google', platform: 'Android' },
  { name: 'iPhone 15', vendor: 'Apple', platform: 'iOS' },
  { name: 'Pixel 8', vendor: 'Google', platform: 'Android' },
  { name: 'Téléphone 8', vendor: null, platform: null },
])
const found = (typed: string): string[] => filterDevices(devices, typed).map((device) => device.name)

test('every word has to occur in vendor, name or platform', () => {
  expect(found('pixel 8')).toEqual(['Pixel 8', 'Pixel 8 Pro'])
  expect(found('google android pro')).toEqual(['Pixel 8 Pro'])
  expect(found('apple android')).toEqual([])
})

test('accents, case and missing fields make no difference', () => {
  expect(found('TELEPHONE')).toEqual(['Téléphone 8'])
})

test('an empty text shows all devices by vendor and name', () => {
  expect(found('  ')).toEqual(['Téléphone 8', 'iPhone 15', 'Pixel 8', 'Pixel 8 Pro'])
})

test('a device that is named exactly, or the only one that matches, is answered with yes', () => {
  const answer = (typed: string): unknown => {
    const found = answerFor(filterDevices(devices, typed), typed)
    return found.answer === 'yes' ? found.device.name : found.answer
  }
  expect(answer('pixel 8')).toBe('Pixel 8')
  expect(answer('GOOGLE  pixel 8')).toBe('Pixel 8')
  expect(answer('8 pro')).toBe('Pixel 8 Pro')
  expect(answer('pixel')).toBe('several')
  expect(answer('nokia 3310')).toBe('no')
})

test('a key folds the typed text alone, and none of several thousand devices', () => {
  const many = prepareDevices(
    Array.from({ length: 8000 }, (_, index) => ({
      name: `Model ${String(index)}`,
      vendor: 'Vendor',
      platform: 'Android',
    })),
  )
  const normalize = vi.spyOn(String.prototype, 'normalize')
  onTestFinished(() => normalize.mockRestore())
  expect(filterDevices(many, 'model 7999')).toHaveLength(1)
  expect(normalize).toHaveBeenCalledOnce()
})
