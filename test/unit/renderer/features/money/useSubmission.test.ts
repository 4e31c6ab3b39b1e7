/** The driver of the state machine, where a watcher of its state acts at once. */
import { flushPromises } from '@vue/test-utils'
import { expect, test } from 'vitest'
import { watch } from 'vue'
import { useSubmission } from '../../../../../renderer/features/money/useSubmission.ts'
import { flush } from '../../support/deferred.ts'
import { inScope } from '../../support/inScope.ts'
import { customerUid, inventoryItemId, purchasePreview } from '../../support/samples.ts'

const topUp = (mode: 'NOW' | 'FIRST_USE') => ({ kind: 'top-up', customerUid, inventoryItemId, mode }) as const

test('a form that is edited while it opens is previewed as it is then, and not as it was', async () => {
  const previewed: unknown[] = []
  const submission = inScope(() => {
    const created = useSubmission({
      desk: {
        preview: (target) => (previewed.push(target), Promise.resolve(purchasePreview())),
        run: () => new Promise(() => undefined),
        list: () => new Promise(() => undefined),
      },
      runInput: ({ previewId }) => ({ previewId }),
      onDone: () => undefined,
    })
    watch(
      () => created.state.value.name === 'idle',
      (isIdle) => {
        if (!isIdle) created.edit(topUp('FIRST_USE'))
      },
      { flush: 'sync' },
    )
    return created
  })
  submission.open(topUp('NOW'))
  await flushPromises()
  await expect.poll(() => submission.state.value.name).toBe('ready')
  await flush()
  expect(previewed).toEqual([topUp('FIRST_USE')])
  expect(submission.state.value).toMatchObject({ target: topUp('FIRST_USE') })
})
