/** Calls the desk's bridge from its window, to prepare the state that a test needs. */
import type { Page } from 'playwright-core'
import { z } from 'zod'
import { OperationPreview, OperationRow } from '#shared/model/operation/operation.ts'
import type { OperationTarget } from '#shared/model/operation/purchase.ts'
import { InventoryRow } from '#shared/model/customer/views.ts'
// The type of window.desk.
import type {} from '../../renderer/lib/desk.ts'

const Envelope = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), value: z.unknown() }),
  z.object({ ok: z.literal(false), error: z.object({ code: z.string() }) }),
])

export async function askDesk<Answer extends z.ZodType>(
  page: Page,
  namespace: string,
  operation: string,
  input: unknown,
  answer: Answer,
): Promise<z.output<Answer>> {
  const envelope = Envelope.parse(
    await page.evaluate(async ([namespaceName, name, value]) => await window.desk?.[namespaceName]?.[name]?.(value), [
      namespace,
      operation,
      input,
    ] as const),
  )
  if (!envelope.ok) throw new Error(`${namespace}.${operation} was refused: ${envelope.error.code}`)
  return answer.parse(envelope.value)
}

/** Requests a preview and runs the operation, without a dialog. */
export async function runOperation(
  page: Page,
  target: z.input<typeof OperationTarget>,
  more: Readonly<Record<string, unknown>> = {},
): Promise<OperationRow> {
  const preview = await askDesk(page, 'operations', 'preview', target, OperationPreview)
  if (!preview.possible) throw new Error(`Not possible: ${preview.reasons.join(', ')}`)
  const sale = preview.purchase?.recentSale ?? null
  const acknowledged = sale === null ? {} : { repeats: sale.id }
  return await askDesk(
    page,
    'operations',
    'run',
    { previewId: preview.previewId, ...acknowledged, ...more },
    OperationRow,
  )
}

const Inventory = z.object({ rows: z.array(InventoryRow) })

export async function packagesOf(page: Page): Promise<readonly InventoryRow[]> {
  const { rows } = await askDesk(page, 'inventory', 'list', {}, Inventory)
  return rows.filter(
    (row) => row.active && row.purchasePrice?.currency === 'USD' && row.purchasePrice.amount !== '0.00',
  )
}

/** Delivers an event to the window of the Chromium host, as if the main process had sent it. */
export const pushToWindow = async (page: Page, event: string, payload: unknown): Promise<void> =>
  await page.evaluate((text) => {
    const name = Object.getOwnPropertyNames(globalThis).find((each) => each.startsWith('__desk_deliver_')) ?? ''
    const deliver: unknown = Reflect.get(globalThis, name)
    if (typeof deliver !== 'function') throw new Error('This page receives no events')
    Reflect.apply(deliver, undefined, [`event ${text}`])
  }, JSON.stringify({ event, payload }))
