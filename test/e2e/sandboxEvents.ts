/** Events of the embedded sandbox in end-to-end tests. */
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { z } from 'zod'
import { EventStatus } from '#shared/model/customer/events.ts'
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

const canInstall = ({ esims }: z.output<typeof View>): boolean => esims.length === 1 && esims[0]?.state === 'released'

interface CustomerToInstall {
  readonly uid: string
  readonly email: string | null
  readonly iccid: string
}

/**
 * Resolves to two different customers with one eSIM each that is not installed yet. Both come from one reading of the
 * list, because the order of the list changes while it is still being copied.
 */
export async function customersToInstall(page: Page): Promise<readonly [CustomerToInstall, CustomerToInstall]> {
  return await eventually(async () => {
    const { rows } = await askDesk(page, 'customers', 'list', { limit: 200 }, Rows)
    const found: CustomerToInstall[] = []
    for (const { uid } of rows) {
      const stored = await askDesk(page, 'customers', 'get', { uid, from: 'directory' }, View)
      if (!canInstall(stored)) continue
      // The copy may be older than what an earlier test did to the eSIM.
      const { email, esims } = await askDesk(page, 'customers', 'get', { uid, from: 'service' }, View)
      const [esim] = esims
      if (esim !== undefined && canInstall({ email, esims })) found.push({ uid, email, iccid: esim.iccid })
      const [first, second] = found
      if (first !== undefined && second !== undefined) return [first, second]
    }
    throw new Error(`Only ${found.length} such customers so far`)
  })
}

/** Acts in the sandbox as its panel does, but the window is not notified. */
export const act = async (page: Page, action: Readonly<Record<string, unknown>>): Promise<unknown> =>
  await askDesk(page, 'sandbox', 'act', action, SimulatorState)

/** The alert that says of a customer that the installation of an eSIM failed. */
export const alertOf = (page: Page, customer: string): Locator =>
  page
    .locator('.toasts .n-message')
    .filter({ hasText: 'The installation of the eSIM was reported as failed.' })
    .getByRole('link', { name: `Customer ${customer}`, exact: true })

/** Opens the sandbox. Its receiver starts after the first screen, and what happens before that is not received. */
export async function listenToSandbox(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Try the sandbox', exact: true }).click()
  await searchField(page).waitFor()
  await eventually(async () => {
    const { listeningSince } = await askDesk(page, 'events', 'status', {}, EventStatus)
    expect(listeningSince).not.toBeNull()
  })
}
