/** A person records how an operation ended. */
import { expect, onTestFinished, test, vi } from 'vitest'
import type { InputOf } from '#shared/contract.ts'
import { DeskError } from '#shared/errors.ts'
import type { OperationRow } from '#shared/model/operation/operation.ts'
import ResolveForm from '../../../../../renderer/features/operations/ResolveForm.vue'
import { at, recordRequests, flush } from '../../support/deferred.ts'
import { mounted, read, text } from '../../support/mounted.ts'
import { operation } from '../../support/samples.ts'

function form(focused = false) {
  const resolve = recordRequests<InputOf<'operations', 'resolve'>, OperationRow>()
  const wrapper = mounted(ResolveForm, { operation: operation({ state: 'UNKNOWN' }), resolve: resolve.send, focused })
  return {
    wrapper,
    requests: resolve.requests,
    choose: (index: number) => at(wrapper.findAll('input[type=radio]'), index).setValue(true),
  }
}

test('without an outcome or a reason nothing is recorded, and the form says what is missing', async () => {
  const { wrapper, requests, choose } = form()
  await wrapper.get('form').trigger('submit')
  expect(read(wrapper)).toContain(text('operations.resolve.outcomeMissing'))
  await choose(0)
  await wrapper.get('textarea').setValue('  x ')
  await wrapper.get('form').trigger('submit')
  expect(read(wrapper)).toContain(text('operations.resolve.reasonMissing'))
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

test('a refusal is explained in sight, and what was typed stays', async () => {
  const revealed: Element[] = []
  const reveal = vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: Element) {
    revealed.push(this)
  })
  onTestFinished(() => reveal.mockRestore())
  const { wrapper, requests, choose } = form()
  await choose(0)
  await wrapper.get('textarea').setValue('ticket 4711')
  await wrapper.get('form').trigger('submit')
  at(requests, 0).fail(new DeskError('journal_unwritable', 'full'))
  await flush()
  const shown = wrapper.get('[data-code=journal_unwritable]').element
  expect(revealed.some((element) => element.contains(shown))).toBe(true)
  expect(wrapper.get('textarea').element.value).toBe('ticket 4711')
})

test('it takes the focus only where the page was opened to record the outcome', () => {
  form()
  expect(document.activeElement).toBe(document.body)
  const { wrapper } = form(true)
  expect(document.activeElement).toBe(wrapper.get('input[type=radio]').element)
})

test('Ctrl and Enter record once from everywhere, and lead to what is missing', async () => {
  const { wrapper, requests, choose } = form()
  const press = (selector: string, more: object = {}) =>
    wrapper.get(selector).trigger('keydown', { key: 'Enter', ctrlKey: true, ...more })
  await press('textarea')
  expect(document.activeElement).toBe(wrapper.get('input[type=radio]').element)
  await choose(0)
  await press('input[type=radio]')
  expect(document.activeElement).toBe(wrapper.get('textarea').element)
  await wrapper.get('textarea').setValue('ticket 4711')
  await press('textarea', { repeat: true })
  await press('textarea', { ctrlKey: false })
  expect(requests).toHaveLength(0)
  await press('textarea')
  await press('textarea')
  expect(requests).toHaveLength(1)
})
