import { flushPromises, mount } from '@vue/test-utils'
import { defineComponent, h } from 'vue'
import { expect, test } from 'vitest'
import { DeskError, deskErrorCodes } from '#shared/errors.ts'
import ErrorState from '../../../../renderer/common/ErrorState.vue'
import { useDeskError } from '../../../../renderer/lib/useDeskError.ts'
import { createDeskI18n } from '../../../../renderer/locales/index.ts'
import { installBridge, refuse } from '../support/bridge.ts'
import { text } from '../support/mounted.ts'

function errorText(): ReturnType<typeof useDeskError> {
  const found: ReturnType<typeof useDeskError>[] = []
  mount(defineComponent({ setup: () => (found.push(useDeskError()), () => h('i')) }), {
    global: { plugins: [createDeskI18n()] },
  })
  if (found[0] === undefined) throw new Error('No words')
  return found[0]
}

test.each(deskErrorCodes)('%s says in sentences what happened and what to do', (code) => {
  const { what, todo } = errorText().describeCode(code)
  for (const sentence of [what, todo]) {
    expect(sentence).toMatch(/^[A-Z].+[.)]$/)
    expect(sentence).not.toMatch(/errors\.|[{}]/)
  }
})

test('an unknown code is described as unexpected', () => {
  expect(errorText().describeCode('new_in_a_later_desk')).toEqual(errorText().describeCode('unexpected'))
})

test('the time to wait is shown if the service named one', () => {
  expect(errorText().describe(new DeskError('rate_limited', '', { retryAfter: 6.2 })).todo).toContain(
    text('errors.wait', { seconds: 7 }),
  )
})

test('an outcome that is recorded too early says how long to wait before a check', () => {
  const tooEarly = (seconds: number) =>
    errorText().describe(new DeskError('operation_not_possible', '', { reasons: 'too_early', seconds }))
  expect(tooEarly(42)).toMatchObject({
    what: expect.stringContaining(text('errors.tooEarly.what')),
    todo: expect.stringContaining(text('errors.tooEarly.wait', { seconds: 42 })),
  })
  expect(tooEarly(0).todo).toBe(text('errors.tooEarly.check'))
})

test('the service’s own text is quoted, and the message for engineers is not shown', () => {
  const error = new DeskError('service_refused', 'POST refused with 409', {
    reason: '<img src=x onerror=alert(1)> Insufficient credits',
  })
  const shown = mount(ErrorState, { props: { error }, global: { plugins: [createDeskI18n()] } })
  expect(shown.text()).toContain('<img src=x onerror=alert(1)> Insufficient credits')
  expect(shown.find('img').exists()).toBe(false)
  expect(shown.text()).not.toContain('409')
})

test.each(['service_failed', 'rate_limited', 'outcome_unclear', 'not_found'] as const)(
  'the service’s own text is quoted with %s',
  (code) => {
    expect(errorText().describe(new DeskError(code, '', { reason: 'Closed until 14:00.' })).serviceMessage).toBe(
      'Closed until 14:00.',
    )
  },
)

test('any other error is described without its text', () => {
  const shown = mount(ErrorState, {
    props: { error: new TypeError('token abc') },
    global: { plugins: [createDeskI18n()] },
  })
  expect(shown.text()).not.toContain('abc')
  expect(shown.attributes('role')).toBe('alert')
})

test.each([
  ['proxy_credentials_refused', 1],
  ['proxy_unreachable', 0],
] as const)('“Try again” after %s asks the desk %i times to sync before the page reads again', async (code, times) => {
  const happened: string[] = []
  installBridge({ 'customers.sync': async () => (happened.push('sync'), await refuse('unexpected')(undefined)) })
  const shown = mount(ErrorState, {
    props: { error: new DeskError(code, ''), retryable: true, onRetry: () => happened.push('read') },
    global: { plugins: [createDeskI18n()] },
  })
  await shown.get('button').trigger('click')
  await flushPromises()
  expect(happened).toEqual([...Array.from({ length: times }, () => 'sync'), 'read'])
})
