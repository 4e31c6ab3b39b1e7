/** Events of the embedded sandbox in end-to-end tests. */
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { z } from 'zod'
import { EventStatus } from '#shared/model/events.ts'
import { SimulatorState } from '#shared/model/simulator.ts'
import { CustomerUid } from '#shared/wire/ids.ts'
import { askDesk } from '../support/bridge.ts'
import { eventually } from '../support/eventually.ts'
import { searchField } from './journey.ts'

const Rows = z.object({ rows: z.array(z.object({ uid: CustomerUid })) })
const View = z.object({
  email: z.string().nullable(),
  esims: z.array(z.object({ iccid: z.string(), state: z.string() })),
})

/** Returns the customer with one eSIM that is not installed yet, after as many others. */
export async function customerToInstall(
  page: Page,
  skip: number,
): Promise<{ uid: string; email: string | null; iccid: string }> {
  return await eventually(async () => {
    const { rows } = await askDesk(page, 'customers', 'list', { limit: 200 }, Rows)
    let left = skip
    for (const { uid } of rows) {
      const { email, esims } = await askDesk(page, 'customers', 'get', { uid, from: 'directory' }, View)
      const [esim] = esims
      if (esims.length !== 1 || esim?.state !== 'released') continue
      if (left === 0) return { uid, email, iccid: esim.iccid }
      left -= 1
    }
    throw new Error('The sandbox has no such customer')
  })
}

/** Acts in the sandbox as its panel does, but the window is not told of it. */
export const act = async (page: Page, action: Readonly<Record<string, unknown>>): Promise<unknown> =>
  await askDesk(page, 'sandbox', 'act', action, SimulatorState)

/** Opens the sandbox. Its receiver starts after the first screen, and what happens before that is not received. */
export async function listenToSandbox(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Try the sandbox', exact: true }).click()
  await searchField(page).waitFor()
  await eventually(async () => {
    const { listeningSince } = await askDesk(page, 'events', 'status', {}, EventStatus)
    expect(listeningSince).not.toBeNull()
  })
}
