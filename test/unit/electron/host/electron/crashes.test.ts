import { expect, test } from 'vitest'
import { childGone, pageGone } from '../../../../../electron/host/electron/crashes.ts'

test('an unexpected end reports which process, why and how', () => {
  expect(childGone({ type: 'GPU', reason: 'crashed', exitCode: 5 })).toBe(
    'A child process ended: GPU, crashed, exit code 5',
  )
  expect(
    childGone({
      type: 'Utility',
      reason: 'oom',
      exitCode: 9,
      serviceName: 'node.mojom.NodeService',
      name: 'eSIM Desk sandbox',
    }),
  ).toContain('eSIM Desk sandbox, oom')
  expect(pageGone({ reason: 'oom', exitCode: 137 })).toBe('The process of a page ended: oom, exit code 137')
})

test('a clean exit is not logged', () => {
  expect(childGone({ type: 'Utility', reason: 'clean-exit', exitCode: 0 })).toBeNull()
  expect(pageGone({ reason: 'clean-exit', exitCode: 0 })).toBeNull()
})
