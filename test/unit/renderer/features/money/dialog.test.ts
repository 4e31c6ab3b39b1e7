/**
 * The dialog of an operation that moves money.
 *
 * @module-tag long
 */
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { effectScope, type EffectScope } from 'vue'
import { DOMWrapper, type VueWrapper } from '@vue/test-utils'
import type { InputOf, OutputOf } from '#shared/contract.ts'
import { DeskError } from '#shared/errors.ts'
import type { OperationPreview, OperationRow, PreviewItem } from '#shared/model/operation/operation.ts'
import type { ItemOperationKind } from '#shared/model/operation/purchase.ts'
import { ItemUid } from '#shared/wire/ids.ts'
import MoneyDialog from '../../../../../renderer/features/money/MoneyDialog.vue'
import { formatEnd, formatMoment } from '../../../../../renderer/lib/format.ts'
import { topDialog } from '../../../../../renderer/ui/openDialogs.ts'
import { useMoneyDialog, type MoneyDialog as Money } from '../../../../../renderer/features/money/useMoneyDialog.ts'
import { installBridge } from '../../support/bridge.ts'
import { at, recordRequests, flush } from '../../support/deferred.ts'
import { mounted, read, text } from '../../support/mounted.ts'
import { customerUid, itemUid, operation, preview, previewItem } from '../../support/samples.ts'

let scope: EffectScope
let money: Money
/** Of each operation that is done, whether its dialog was closed before. */
const done: boolean[] = []
let previews = recordRequests<InputOf<'operations', 'preview'>, OperationPreview>()
let runs = recordRequests<InputOf<'operations', 'run'>, OperationRow>()

beforeEach(() => {
  done.length = 0
  previews = recordRequests()
  runs = recordRequests()
  const lists = recordRequests<InputOf<'operations', 'list'>, OutputOf<'operations', 'list'>>()
  scope = effectScope()
  const made = scope.run(() =>
    useMoneyDialog(
      { preview: previews.send, run: runs.send, list: lists.send },
      (_, wasDismissed) => void done.push(wasDismissed),
    ),
  )
  if (made === undefined) throw new Error('The scope is over')
  money = made
})
afterEach(() => scope.stop())

async function opened(
  kind: ItemOperationKind,
  changes: Partial<OperationPreview> = {},
  country: string | null = null,
): Promise<VueWrapper> {
  const wrapper = mounted(MoneyDialog, { money, country })
  money.open({ kind, customerUid, itemUid })
  at(previews.requests, previews.requests.length - 1).answer(preview({ kind, ...changes }))
  await flush()
  return wrapper
}

function button(wrapper: VueWrapper, name: string) {
  const found = wrapper.findAll('button').find((each) => read(each) === name)
  if (found === undefined) throw new Error(`No button ${name}`)
  return found
}

const title = (wrapper: VueWrapper): string => {
  const dialog = wrapper.get('dialog')
  return read(wrapper.get(`[id="${dialog.attributes('aria-labelledby') ?? ''}"]`))
}

test("its name is its question, and it says what can't be undone", async () => {
  const wrapper = await opened('activate', { endsAt: '2026-12-21T10:00:00Z' })
  expect(title(wrapper)).toBe(text('money.activate.title'))
  expect(read(wrapper)).toContain(text('money.activate.lead'))
  // The customer may be in another time zone.
  const end = formatEnd('2026-12-21T10:00:00Z', 'en')
  expect(end).toMatch(/Dec 21, 2026, \d+:\d{2} [AP]M (?:UTC|GMT|[A-Z]{2,4})\S*/)
  expect(read(wrapper)).toContain(text('money.fact.endFromNow', { date: end }))
  expect(read(wrapper)).toContain('Europe 3 GB')
  expect(read(wrapper)).toContain('ada@example.org')
})

test.each([
  ['refund', text('money.outcome.reasonOfService', { reason: 'Used already' }), 'Used already'],
  ['activate', text('money.outcome.noReason'), null],
] as const)('an earlier refusal to %s stands above the facts', async (kind, shownText, reason) => {
  const at = '2026-11-20T10:00:00Z'
  const wrapper = await opened(kind, { lastRefusal: { at, reason } })
  const note = read(wrapper.get('[role=note]'))
  expect(note).toContain(text(`money.refusedBefore.${kind}`, { date: formatMoment(at, 'en') }))
  expect(note).toContain(shownText)
  expect((await opened(kind)).find('[role=note]').exists()).toBe(false)
})

test('Cancel has the focus from the beginning', async () => {
  const wrapper = await opened('refund')
  expect(document.activeElement).toBe(button(wrapper, text('money.cancel')).element)
})

test('if it is opened before it has loaded, it appears with the focus on Cancel', async () => {
  money.open({ kind: 'refund', customerUid, itemUid })
  at(previews.requests, 0).answer(preview({ kind: 'refund' }))
  const wrapper = mounted(MoneyDialog, { money })
  await flush()
  expect(wrapper.get('dialog').attributes('open')).toBeDefined()
  expect(document.activeElement).toBe(button(wrapper, text('money.cancel')).element)
})

test('a toast that appears while it is open is shown inside it', async () => {
  const wrapper = await opened('refund')
  expect(topDialog.value).toBe(wrapper.get('dialog').element)
  money.close()
  await flush()
  expect(topDialog.value).toBeNull()
})

test("an impossible operation says why and can't be submitted", async () => {
  const wrapper = await opened('refund', { possible: false, reasons: ['used'] })
  expect(read(wrapper)).toContain(text('customer.reason.used'))
  expect(button(wrapper, text('money.refund.button')).attributes('disabled')).toBeDefined()
})

test('unknowns are listed as unknown, and the operation can be submitted', async () => {
  const wrapper = await opened('refund', { notes: ['maybe_from_stock'] })
  expect(read(wrapper)).toContain(text('money.notes'))
  expect(button(wrapper, text('money.refund.button')).attributes('disabled')).toBeUndefined()
})

test('a reason is requested but not required for a refund', async () => {
  const wrapper = await opened('refund')
  expect(read(wrapper)).toContain(text('money.form.reasonChoose'))
  await button(wrapper, text('money.refund.button')).trigger('click')
  expect(runs.requests).toHaveLength(1)
})

test('while it sends for longer the focus is on its progress, and it returns to Cancel if sending fails', async () => {
  const wrapper = await opened('refund')
  await button(wrapper, text('money.refund.button')).trigger('click')
  await expect.poll(() => button(wrapper, text('money.refund.button')).attributes('disabled')).toBeDefined()
  expect(document.activeElement).toBe(wrapper.get('footer [role="status"]').element)
  at(runs.requests, 0).fail(new DeskError('preview_changed', 'changed'))
  await expect.poll(() => document.activeElement).toBe(button(wrapper, text('money.cancel')).element)
})

test('the reason "other" requires a note', async () => {
  const wrapper = await opened('refund')
  await wrapper.get('select').setValue('other')
  await button(wrapper, text('money.refund.button')).trigger('click')
  expect(runs.requests).toHaveLength(0)
  await wrapper.get('textarea').setValue('customer was given a voucher')
  await button(wrapper, text('money.refund.button')).trigger('click')
  expect(runs.requests.map((run) => run.input)).toEqual([
    { previewId: 'p-1', refundReason: 'other', note: 'customer was given a voucher' },
  ])
})

test('nothing can be clicked or closed while it sends, and soon the buttons show it', async () => {
  const wrapper = await opened('activate')
  await button(wrapper, text('money.activate.button')).trigger('click')
  await button(wrapper, text('money.activate.button')).trigger('click')
  await button(wrapper, text('money.cancel')).trigger('click')
  expect(runs.requests).toHaveLength(1)
  expect(money.state.value.name).toBe('sending')
  expect(wrapper.get('dialog').attributes('closedby')).toBe('none')
  const buttons = [text('money.activate.button'), text('money.cancel')]
  expect(buttons.map((name) => button(wrapper, name).attributes('disabled'))).toEqual([undefined, undefined])
  for (const name of buttons) await expect.poll(() => button(wrapper, name).attributes('disabled')).toBeDefined()
})

test('a change while it is open stops it and shows the values before and now', async () => {
  const wrapper = await opened('refund')
  money.close()
  money.open({ kind: 'refund', customerUid, itemUid })
  at(previews.requests, 1).answer(preview())
  await flush()
  money.send()
  at(runs.requests, 0).fail(new DeskError('preview_changed', 'changed'))
  await flush()
  expect(read(wrapper)).toContain(text('money.failed.notSent'))
  await button(wrapper, text('money.failed.retry')).trigger('click')
  expect(document.activeElement).toBe(button(wrapper, text('money.cancel')).element)
  at(previews.requests, 2).answer(preview({ previewId: 'p-2', amount: { amount: '3.00', currency: 'USD' } }))
  await flush()
  expect(read(wrapper)).toContain(`${text('money.changed.amount')}$4.50$3.00`)
  expect(wrapper.findAll('button').map(read)).not.toContain(text('money.refund.button'))
  await button(wrapper, text('money.changed.accept')).trigger('click')
  expect(document.activeElement).toBe(button(wrapper, text('money.cancel')).element)
  expect(wrapper.findAll('button').map(read)).toContain(text('money.refund.button'))
})

test("if the operation may have been sent, it can't be submitted again", async () => {
  const wrapper = await opened('activate')
  await button(wrapper, text('money.activate.button')).trigger('click')
  at(runs.requests, 0).fail(new DeskError('bridge_timeout', 'no answer'))
  await flush()
  expect(wrapper.findAll('button').map(read)).toEqual([text('money.close')])
  expect(read(wrapper)).toContain(text('money.failed.maybeText'))
  expect(wrapper.get('a').attributes('href')).toBe('/operations')
})

test('it closes when the operation is done', async () => {
  const wrapper = await opened('activate')
  await button(wrapper, text('money.activate.button')).trigger('click')
  at(runs.requests, 0).answer(operation({ kind: 'activate' }))
  await flush()
  expect(wrapper.get('dialog').attributes('open')).toBeUndefined()
})

test('Ctrl and Enter submit it from Cancel, once, and only what can be sent', async () => {
  const wrapper = mounted(MoneyDialog, { money })
  const press = (): Promise<void> =>
    button(wrapper, text('money.cancel')).trigger('keydown', { key: 'Enter', ctrlKey: true })
  money.open({ kind: 'activate', customerUid, itemUid })
  await flush()
  await press()
  expect(runs.requests).toHaveLength(0)
  at(previews.requests, 0).answer(preview({ kind: 'activate' }))
  await flush()
  await press()
  await press()
  expect(runs.requests).toHaveLength(1)
})

test('a no to the question gives Cancel the focus, and Ctrl and Enter check it again and send nothing', async () => {
  const wrapper = await opened('activate')
  await button(wrapper, text('money.activate.button')).trigger('click')
  at(runs.requests, 0).fail(new DeskError('not_approved', 'no'))
  await flush()
  expect(document.activeElement).toBe(button(wrapper, text('money.cancel')).element)
  expect(read(wrapper)).toContain(text('money.failed.not_approved'))
  await button(wrapper, text('money.cancel')).trigger('keydown', { key: 'Enter', ctrlKey: true })
  await flush()
  expect([previews.requests.length, runs.requests.length]).toEqual([2, 1])
})

test('until the operation is in the journal it says where a question may wait', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const { push } = installBridge({})
  const wrapper = await opened('activate')
  const progress = async (): Promise<string> => {
    await flush()
    return read(wrapper.get('.progress'))
  }
  await button(wrapper, text('money.activate.button')).trigger('click')
  vi.advanceTimersByTime(400)
  expect(await progress()).toBe(text('money.waiting'))
  push('operation.changed', operation({ kind: 'activate', itemUid: ItemUid.parse('another') }))
  expect(await progress()).toBe(text('money.waiting'))
  // An earlier operation on the package, which is checked now.
  push('operation.changed', operation({ kind: 'activate' }))
  expect(await progress()).toBe(text('money.waiting'))
  push('operation.changed', operation({ kind: 'activate', createdAt: new Date().toISOString() }))
  expect(await progress()).toBe(text('money.activate.sending'))
})

test('Ctrl and Enter send nothing that is not possible', async () => {
  const wrapper = await opened('activate', { possible: false })
  await button(wrapper, text('money.cancel')).trigger('keydown', { key: 'Enter', ctrlKey: true })
  await flush()
  expect(runs.requests).toHaveLength(0)
})

const facts = (wrapper: VueWrapper): readonly string[] =>
  wrapper
    .findAll('dt')
    .map((name) => `${read(name)}: ${read(new DOMWrapper(name.element.nextElementSibling ?? name.element))}`)

test('the state and the dates of the package distinguish it from another one of the same name', async () => {
  const wrapper = await opened('refund', { item: previewItem({ salesDate: '2026-11-01T10:00:00Z' }) })
  expect(facts(wrapper)).toContain(
    [
      `${text('money.fact.state')}: ${text('customer.phase.active')}`,
      text('money.fact.sold', { date: 'Nov 1, 2026' }),
      text('money.fact.started', { date: 'Nov 11, 2026' }),
      text('customer.validity.until', { date: 'Dec 11, 2026' }),
    ].join(' · '),
  )
  expect(facts(wrapper).join()).not.toContain(text('money.fact.already'))
})

const waits = { phase: 'waiting_activation', activatedAt: null, expiresAt: null } as const
const already = async (
  others: Partial<PreviewItem['others']>,
  esims: PreviewItem['esims'] = 'installed',
): Promise<string | undefined> =>
  facts(await opened('activate', { item: previewItem({ ...waits, esims }, others) })).find((fact) =>
    fact.startsWith(`${text('money.fact.already')}: `),
  )

test('the warning about the eSIM stands above the facts', async () => {
  const wrapper = await opened('activate', { item: previewItem({ ...waits, esims: 'notInstalled' }) })
  const following = wrapper.get('dl').element.compareDocumentPosition(wrapper.get('[role=note]').element)
  expect(following & Node.DOCUMENT_POSITION_PRECEDING).not.toBe(0)
})

const length = text('customer.validityLength.days', { count: 30 })
const runsAllTheSame = ['what', 'todo'].map((part) => text(`money.activate.notInstalled.${part}`, { length })).join(' ')
const neverUsable = `${text('purchases.esimFailed.what')} ${text('money.activate.esimFailed')}`
const inJapan = { package: 'Europe 3 GB', country: 'Japan' }
const travelling = text('money.activate.elsewhere')
const { coverage } = preview()
const known = { coverage: { ...coverage, certainty: 'known' } } as const

interface Warned {
  readonly kind?: ItemOperationKind
  readonly esims?: PreviewItem['esims']
  readonly changes?: Partial<OperationPreview>
  readonly country?: string | null
}

test.each<[string, Warned, readonly string[]]>([
  ['an eSIM on no device', { esims: 'notInstalled' }, [runsAllTheSame]],
  ['only failed eSIMs', { esims: 'failed' }, [neverUsable]],
  [
    'a package that does not work where the customer is',
    { changes: known, country: 'JP' },
    [`${text('purchases.elsewhere.what', inJapan)} ${travelling}`],
  ],
  [
    'a package that by its name does not work where the customer is',
    { country: 'JP' },
    [`${text('purchases.elsewhere.probably', inJapan)} ${travelling}`],
  ],
  [
    'both an eSIM on no device and a package for elsewhere',
    { esims: 'notInstalled', changes: known, country: 'JP' },
    [runsAllTheSame, expect.stringContaining(text('purchases.elsewhere.what', inJapan))],
  ],
  ['a package that works there', { changes: known, country: 'FR' }, []],
  ['no known country', { changes: known, country: null }, []],
  // Without a list of countries nothing is proven.
  ['no list of countries', { changes: { coverage: { ...coverage, countries: [] } }, country: 'JP' }, []],
  ['an installed eSIM', { esims: 'installed' }, []],
  ['eSIMs that are not known', { esims: 'unknown' }, []],
  [
    'a package without an end, which loses nothing',
    { esims: 'notInstalled', changes: { validity: { value: null, unit: null, unlimited: true } } },
    [],
  ],
  ['an activation that is not possible', { esims: 'notInstalled', changes: { possible: false } }, []],
  ['a refund', { kind: 'refund', esims: 'notInstalled' }, []],
])('its warnings with %s', async (_what, { kind = 'activate', esims = 'installed', changes, country }, warnings) => {
  const wrapper = await opened(kind, { item: previewItem({ ...waits, esims }), ...changes }, country)
  expect(wrapper.find('dl').exists()).toBe(true)
  expect(wrapper.findAll('[role=note]').map(read)).toEqual(warnings)
})

test('before an activation it says what is active already, and until when', async () => {
  expect(await already({ usable: { value: 1.5, unit: 'GB' }, nextExpiry: '2026-12-11T10:00:00Z' })).toContain(
    text('money.fact.alreadyUntil', { size: '1.5 GB', date: 'Dec 11, 2026' }),
  )
})

test('what other packages hold is the least that there is while one of them can’t be read', async () => {
  expect(await already({ usable: { value: 1.5, unit: 'GB' }, partial: true })).toContain(
    text('money.fact.alreadyNoEnd', { size: text('customer.facts.atLeast', { size: '1.5 GB' }) }),
  )
})

test('of packages that can’t all be read, the next to end is one of them', async () => {
  const usable = { value: 1.5, unit: 'GB' }
  expect(await already({ usable, partial: true, nextExpiry: '2026-12-11T10:00:00Z' })).toContain(
    text('money.fact.alreadyOneUntil', {
      size: text('customer.facts.atLeast', { size: '1.5 GB' }),
      date: 'Dec 11, 2026',
    }),
  )
})

test('other packages that can’t be read are named', async () => {
  expect(await already({ partial: true })).toContain(text('money.fact.alreadyUnknown'))
})

test('the data of eSIMs that have failed is not called usable', async () => {
  expect(await already({ usable: { value: 2, unit: 'GB' } }, 'failed')).toContain(text('money.fact.alreadyFailed'))
})

test.each(['installed', 'failed'] as const)('nothing is shown as active where the eSIMs are %s', async (esims) => {
  expect(await already({}, esims)).toBeUndefined()
})

test('what is left and the size are in one unit', async () => {
  const amounts = { available: { value: 0.05, unit: 'GB' }, size: { value: 50, unit: 'MB' } }
  expect(read((await opened('refund', amounts)).get('dialog'))).toContain(
    text('money.fact.sizeOf', { available: '50 MB', size: '50 MB' }),
  )
})

describe('an operation that hangs', () => {
  async function hanging() {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] })
    onTestFinished(() => void vi.useRealTimers())
    const { push } = installBridge({})
    const wrapper = await opened('refund')
    await button(wrapper, text('money.refund.button')).trigger('click')
    const write = () => push('operation.changed', operation({ kind: 'refund', createdAt: new Date().toISOString() }))
    const pass = async (seconds: number): Promise<string> => {
      vi.advanceTimersByTime(seconds * 1000)
      await flush()
      return read(wrapper.get('.progress'))
    }
    return { wrapper, write, pass }
  }
  const escape = (wrapper: VueWrapper): Promise<void> => wrapper.get('dialog').trigger('cancel')

  test('says for how long, and can be closed once it is in the journal and takes long', async () => {
    const { wrapper, write, pass } = await hanging()
    expect(await pass(4)).toBe(text('money.waiting'))
    await escape(wrapper)
    expect(await pass(2)).toBe(`${text('money.waiting')} ${text('operations.detail.seconds', { count: 6 })}`)
    expect(button(wrapper, text('money.cancel')).attributes('disabled')).toBeDefined()
    await escape(wrapper)
    expect(money.isDismissed.value).toBe(false)
    write()
    const shownText = await pass(1)
    expect(
      shownText.startsWith(`${text('money.refund.sending')} ${text('operations.detail.seconds', { count: 7 })}`),
    ).toBe(true)
    expect(shownText).toContain(text('money.mayDismiss'))
    expect(wrapper.get('dialog').attributes('closedby')).toBe('closerequest')
    await button(wrapper, text('money.close')).trigger('click')
    await flush()
    expect([wrapper.get('dialog').attributes('open'), money.state.value.name]).toEqual([undefined, 'sending'])
  })

  test('nothing is sent twice after its dialog was closed: pressing Refund again shows it', async () => {
    const { wrapper, write, pass } = await hanging()
    write()
    await pass(6)
    await escape(wrapper)
    await flush()
    expect(wrapper.get('dialog').attributes('open')).toBeUndefined()
    money.send()
    money.open({ kind: 'refund', customerUid, itemUid: ItemUid.parse('another') })
    await flush()
    expect(wrapper.get('dialog').attributes('open')).toBeDefined()
    expect(read(wrapper.get('.progress'))).toContain(text('money.refund.sending'))
    expect([runs.requests.length, previews.requests.length]).toEqual([1, 1])
  })

  test('its outcome is passed on after its dialog was closed, and the dialog stays closed', async () => {
    const { wrapper, write, pass } = await hanging()
    write()
    await pass(6)
    await escape(wrapper)
    at(runs.requests, 0).answer(operation({ kind: 'refund', state: 'UNKNOWN' }))
    await flush()
    expect(done).toEqual([true])
    expect(wrapper.get('dialog').attributes('open')).toBeUndefined()
    expect(money.state.value.name).toBe('done')
  })
})
