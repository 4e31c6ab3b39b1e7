/** The buying rules of a connection: how they are typed and stored. */
import { flushPromises } from '@vue/test-utils'
import { describe, expect, test } from 'vitest'
import { ref } from 'vue'
import { defaultRules, type BuyingRules } from '#shared/model/operation/purchase.ts'
import BuyingSection from '../../../../../renderer/features/settings/BuyingSection.vue'
import { formOf, problemsOf, rulesOf, type BuyingForm } from '../../../../../renderer/features/settings/buyingForm.ts'
import { useConnection } from '../../../../../renderer/lib/connection.store.ts'
import { useNewSaleRequests } from '../../../../../renderer/lib/newSale.store.ts'
import { accept, installBridge, refuse } from '../../support/bridge.ts'
import { at } from '../../support/deferred.ts'
import { mounted, read, text } from '../../support/mounted.ts'
import { now } from '../../support/samples.ts'

const form = (changes: Partial<BuyingForm>): BuyingForm => ({ ...formOf(defaultRules), ...changes })

describe('the form', () => {
  test('restores the stored rules', () => {
    const rules: BuyingRules = {
      userCountry: 'DE',
      userIp: '203.0.113.7',
      metatag: '{id}',
      dailyLimit: '99.50',
      askAbove: '75',
    }
    expect(rulesOf(formOf(rules))).toEqual(rules)
    expect(rulesOf(formOf(defaultRules))).toEqual(defaultRules)
  })

  test('does not store a country or an address that is asked for', () => {
    expect(rulesOf(form({ country: 'DE', address: '203.0.113.7' }))).toEqual(defaultRules)
  })

  test.each([
    [{ countryFixed: true }, { country: 'countryMissing' }],
    [{ addressFixed: true, address: '300.1.1.1' }, { address: 'addressWrong' }],
    [{ metatag: '{reference}' }, { metatag: 'idMissing' }],
    [{ metatag: '{id}{id}' }, { metatag: 'idTwice' }],
    [{ metatag: '{id} {reference} {reference}' }, { metatag: 'referenceTwice' }],
    [{ metatag: '{id} {foo}' }, { metatag: 'partUnknown' }],
    [{ metatag: `{id}${'x'.repeat(60)}` }, { metatag: 'metatagLong' }],
    [{ metatag: '{id}\u0007' }, { metatag: 'metatagWrong' }],
    [{ metatag: '{id}{reference}' }, { metatag: 'idTouched' }],
    [{ metatag: 'order{id}' }, { metatag: 'idTouched' }],
    [{ metatag: '{id} 01KATQ3Z9V8M4T2XG6W5R7NBCD' }, { metatag: 'idTouched' }],
    [{ limit: '1,000' }, { limit: 'limitWrong' }],
    [{ limit: '-5' }, { limit: 'limitWrong' }],
    [{ limit: 'lots' }, { limit: 'limitWrong' }],
    [{ askAbove: '' }, { askAbove: 'askAboveWrong' }],
    [{ askAbove: '-1' }, { askAbove: 'askAboveWrong' }],
  ] as const)('refuses %j in its field', (changes, problems) => {
    expect(problemsOf(form(changes))).toEqual(problems)
    expect(rulesOf(form(changes))).toBeNull()
  })

  test('accepts an IPv6 address and a decimal comma', () => {
    const rules = rulesOf(form({ addressFixed: true, address: ' 2001:db8::1 ', limit: ' 99,50 ' }))
    expect([rules?.userIp, rules?.dailyLimit]).toEqual(['2001:db8::1', '99.50'])
  })
})

describe('the section', () => {
  async function shown(answer: (input: unknown) => Promise<unknown> = (input) => accept(input)(input)) {
    const inputs: unknown[] = []
    installBridge({
      'operations.rules': accept(defaultRules),
      'operations.setRules': (input) => (inputs.push(input), answer(input)),
    })
    const wrapper = mounted(BuyingSection)
    await flushPromises()
    const save = () => wrapper.findAll('button').find((button) => read(button) === text('common.save'))
    const limit = () => at(wrapper.findAll('input:not([type=radio])'), 1)
    const metatag = () => at(wrapper.findAll('input:not([type=radio])'), 0)
    return { wrapper, inputs, save, limit, metatag }
  }

  test('saves once after a change, and not before', async () => {
    const { wrapper, inputs, save, limit } = await shown()
    expect(save()?.attributes('disabled')).toBeDefined()
    await limit().setValue('250')
    await wrapper.get('form').trigger('submit')
    await flushPromises()
    expect(inputs).toEqual([{ ...defaultRules, dailyLimit: '250' }])
    expect(save()?.attributes('disabled')).toBeDefined()
  })

  test('shows an example of the template, and says why the id is required', async () => {
    const { wrapper, metatag, save } = await shown()
    await metatag().setValue('shop {reference} {id}')
    const example = read(wrapper.get('output'))
    expect(example.startsWith(`shop ${text('settings.buying.exampleReference')} `)).toBe(true)
    expect(example).toMatch(/ 01[0-9A-Z]{24}$/)
    await metatag().setValue('shop {reference}')
    expect(read(wrapper)).toContain(text('settings.buying.problem.idMissing', { id: '{id}' }))
    expect(save()?.attributes('disabled')).toBeDefined()
  })

  test('Ctrl and Enter save once from every field, and only what can be saved', async () => {
    const { inputs, limit } = await shown()
    const press = async (more: object = {}): Promise<void> => {
      await limit().trigger('keydown', { key: 'Enter', ctrlKey: true, ...more })
      await flushPromises()
    }
    await press()
    await limit().setValue('lots')
    await press()
    await limit().setValue('250')
    await press({ repeat: true })
    expect(inputs).toEqual([])
    await press()
    await press()
    expect(inputs).toEqual([{ ...defaultRules, dailyLimit: '250' }])
  })

  test('leads back to the sale that was left for it, and nowhere else', async () => {
    const { wrapper, limit } = await shown()
    const back = () => wrapper.findAll('button').find((button) => read(button) === text('settings.buying.toSale'))
    expect(back()).toBeUndefined()
    const newSale = useNewSaleRequests()
    newSale.isSuspended = true
    await limit().setValue('250')
    await limit().trigger('keydown', { key: 'Enter', ctrlKey: true })
    await flushPromises()
    expect(document.activeElement).toBe(back()?.element)
    await back()?.trigger('click')
    expect([newSale.count, newSale.isSuspended, newSale.continues]).toEqual([1, false, true])
    // Anybody may be calling when it is opened in another way.
    newSale.isSuspended = true
    newSale.open()
    expect([newSale.isSuspended, newSale.continues]).toEqual([false, false])
  })

  test('explains a refusal and keeps what was typed', async () => {
    const { wrapper, limit } = await shown(refuse('journal_unwritable'))
    await limit().setValue('250')
    await wrapper.get('form').trigger('submit')
    await flushPromises()
    expect(wrapper.find('[data-code=journal_unwritable]').exists()).toBe(true)
    expect(limit().element).toMatchObject({ value: '250' })
  })

  test('restores unsaved changes after leaving, says so, and can undo them', async () => {
    installBridge({ 'operations.rules': accept(defaultRules), 'operations.setRules': (input) => accept(input)(input) })
    const page = ref(true)
    const wrapper = mounted({
      components: { BuyingSection },
      setup: () => ({ page }),
      template: `<div><BuyingSection v-if="page" /></div>`,
    })
    const limit = () => at(wrapper.findAll('input:not([type=radio])'), 1)
    const leaveAndComeBack = async (): Promise<void> => {
      page.value = false
      await flushPromises()
      page.value = true
      await flushPromises()
    }
    await flushPromises()
    expect(read(wrapper)).not.toContain(text('settings.buying.unsaved'))
    await limit().setValue('250')
    await leaveAndComeBack()
    expect(limit().element).toMatchObject({ value: '250' })
    expect(read(wrapper)).toContain(text('settings.buying.unsaved'))
    await wrapper
      .findAll('button')
      .find((button) => read(button) === text('settings.buying.undo'))
      ?.trigger('click')
    expect(document.activeElement).toBe(limit().element)
    await leaveAndComeBack()
    expect(limit().element).toMatchObject({ value: '' })
    await limit().setValue('300')
    await wrapper.get('form').trigger('submit')
    await flushPromises()
    await leaveAndComeBack()
    expect(limit().element).toMatchObject({ value: '300' })
    expect(read(wrapper)).not.toContain(text('settings.buying.unsaved'))
  })

  test('stores the draft of each connection separately, also when it is opened again', async () => {
    installBridge({ 'operations.rules': accept(defaultRules) })
    const page = ref(false)
    const wrapper = mounted({
      components: { BuyingSection },
      setup: () => ({ page }),
      template: `<div><BuyingSection v-if="page" /></div>`,
    })
    const limit = () => at(wrapper.findAll('input:not([type=radio])'), 1)
    const opened = async (id: string, openedAt: string): Promise<void> => {
      page.value = false
      await flushPromises()
      const profile = {
        id,
        name: id,
        kind: 'service' as const,
        address: 'https://example.org',
        segment: 'acme',
        caFile: null,
        proxy: null,
        linkHost: null,
        secret: 'stored' as const,
        createdAt: now,
        lastOpenedAt: now,
      }
      useConnection().take({ profile, health: 'online', problem: null, directoryStorage: 'disk', openedAt })
      page.value = true
      await flushPromises()
    }
    await opened('one', '2026-11-21T10:00:00.000Z')
    await limit().setValue('250')
    await opened('two', '2026-11-21T10:01:00.000Z')
    expect(limit().element).toMatchObject({ value: '' })
    await opened('one', '2026-11-21T10:02:00.000Z')
    expect(limit().element).toMatchObject({ value: '250' })
  })

  test('requires an address if it is fixed', async () => {
    const { wrapper, inputs } = await shown()
    await at(wrapper.findAll('input[type=radio]'), 3).setValue(true)
    await at(wrapper.findAll('input:not([type=radio])'), 0).setValue('203.0.113.7')
    await wrapper.get('form').trigger('submit')
    await flushPromises()
    expect(inputs).toEqual([{ ...defaultRules, userIp: '203.0.113.7' }])
  })
})
