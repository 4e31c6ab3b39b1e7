import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { printResult } from '../../../../electron/host/electron/printing.ts'

test.each([
  [true, '', 'printed'],
  [false, 'Print job canceled', 'cancelled'],
  [false, 'Print job failed', 'failed'],
  [false, 'Invalid printer settings', 'failed'],
  [false, 'something new', 'failed'],
] as const)('success %s with the reason "%s" is %s', (success, reason, result) => {
  expect(printResult(success, reason)).toBe(result)
})

test('the reasons are those of Electron’s typings', () => {
  const typings = readFileSync(new URL('../../../../node_modules/electron/electron.d.ts', import.meta.url), 'utf8')
  const [, after = ''] = typings.split('Some possible `failureReason`s for print failure include:')
  const [list = ''] = after.split('* Use', 1)
  expect([...list.matchAll(/"(.+?)"/g)].map(([, reason]) => reason).sort()).toEqual([
    'Invalid printer settings',
    'Print job canceled',
    'Print job failed',
  ])
})
