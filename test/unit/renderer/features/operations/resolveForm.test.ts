/** A person records how an operation ended. */
import { expect, test } from 'vitest'
import type { InputOf } from '#shared/contract.ts'
import { DeskError } from '#shared/errors.ts'
import type { OperationRow } from '#shared/model/operation.ts'
import ResolveForm from '../../../../../renderer/features/operations/ResolveForm.vue'
import { at, recordRequests, flush } from '../../support/deferred.ts'
import { mounted, read } from '../../support/mounted.ts'
import { operation } from '../../support/samples.ts'

function form() {
  const resolve = recordRequests<InputOf<'operations', 'resolve'>, OperationRow>()
  const wrapper = mounted(ResolveForm, { operation: operation({ state: 'UNKNOWN' }), resolve: resolve.send })
  return {
    wrapper,
    requests: resolve.requests,
    choose: (index: number) => at(wrapper.findAll('input[type=radio]'), index).setValue(true),
  }
}

test('without an outcome or a reason nothing is recorded, and the form says what is missing', async () => {
  const { wrapper, requests, choose } = form()
  await wrapper.get('form').trigger('submit')
  expect(read(wrapper)).toContain('Choose what happened')
  await choose(0)
  await wrapper.get('textarea').setValue('  x ')
  await wrapper.get('form').trigger('submit')
  expect(read(wrapper)).toContain('at least 3 characters')
  expect(document.activeElement).toBe(wrapper.get('textarea').element)
  expect(requests).toHaveLength(0)
})

test('outcome and reason are recorded once', async () => {
  const { wrapper, requests, choose } = form()
  await choose(1)
  await wrapper.get('textarea').setValue(' ticket 4711 says so ')
  await wrapper.get('form').trigger('submit')
  await wrapper.get('form').trigger('submit')
  expect(requests.map(({ input }) => input)).toEqual([
    { id: operation().id, outcome: 'NOT_APPLIED', reason: 'ticket 4711 says so' },
  ])
  at(requests, 0).answer(operation({ state: 'NOT_APPLIED' }))
  await flush()
  expect(wrapper.emitted('resolved')).toHaveLength(1)
})

test('a refusal is explained and what was typed stays', async () => {
  const { wrapper, requests, choose } = form()
  await choose(0)
  await wrapper.get('textarea').setValue('ticket 4711')
  await wrapper.get('form').trigger('submit')
  at(requests, 0).fail(new DeskError('journal_unwritable', 'full'))
  await flush()
  expect(wrapper.find('[data-code=journal_unwritable]').exists()).toBe(true)
  expect(wrapper.get('textarea').element.value).toBe('ticket 4711')
})
