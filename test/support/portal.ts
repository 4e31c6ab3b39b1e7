/** A second client of the service beside the desk, as a web shop or the reseller's portal would be. */
import { ofetch } from 'ofetch'
import { z } from 'zod'
import type { ActivationMode } from '#shared/wire/activationMode.ts'
import { WireAuthentication } from '#shared/wire/authentication.ts'
import { WireCustomerEntry } from '#shared/wire/customer.ts'
import { WireInventoryItem } from '#shared/wire/inventory.ts'
import type { SandboxInfo } from '../../electron/sandbox/index.ts'

const Inventory = z.looseObject({ items: z.array(WireInventoryItem) })
const Registered = z.looseObject({
  customer: z.looseObject({ uid: z.string() }),
  activatedItem: z.looseObject({ uid: z.string() }),
})

export async function portal(info: SandboxInfo) {
  const basic = Buffer.from(`${info.clientId}:${info.clientSecret}`).toString('base64')
  const login = await ofetch<unknown>('/reseller/authenticate', {
    baseURL: info.baseUrl,
    method: 'POST',
    headers: { authorization: `Basic ${basic}` },
    retry: 0,
  })
  const { accessToken } = WireAuthentication.parse(login)
  const service = ofetch.create({
    baseURL: `${info.baseUrl}/${info.segment}/`,
    headers: { authorization: `Bearer ${accessToken}` },
    retry: 0,
  })
  const call = (method: 'GET' | 'POST' | 'PUT', path: string, body?: Record<string, unknown>): Promise<unknown> =>
    service<unknown>(path, { method, ...(body === undefined ? {} : { body }) })
  const inventory = async () => Inventory.parse(await call('GET', 'products/inventory')).items
  return {
    inventory,
    customer: async (uid: string) => WireCustomerEntry.parse(await call('GET', `activations/customers/${uid}`)),
    /** Sells the first package by default; resolves to the uids of the new customer and item. */
    register: async (order: {
      readonly email: string
      readonly metatag?: string
      readonly inventoryItemId?: string
      readonly mode?: ActivationMode
    }): Promise<{ readonly uid: string; readonly itemUid: string }> => {
      const sold = Registered.parse(
        await call('POST', 'activations/register', {
          inventoryItemId: order.inventoryItemId ?? (await inventory())[0]?.id,
          metatag: order.metatag ?? 'shop-1',
          customerEmail: order.email,
          userIp: '192.0.2.7',
          userCountry: 'DE',
          activationMode: order.mode ?? 'FIRST_USE',
        }),
      )
      return { uid: sold.customer.uid, itemUid: sold.activatedItem.uid }
    },
    topUp: async (customerUid: string, inventoryItemId: string): Promise<void> => {
      await call('POST', 'activations/top-up', { customerUid, inventoryItemId, metatag: 'shop-1' })
    },
    /** Requires the optional endpoint for retail prices. */
    setRetailPrice: async (inventoryItemId: string, price: number): Promise<void> => {
      await call('PUT', `products/inventory/${inventoryItemId}`, { retailPrice: price })
    },
    activationCode: async (uid: string, iccid: string): Promise<string> => {
      const entry = WireCustomerEntry.parse(await call('GET', `activations/customers/${uid}`))
      const code = entry.relatedEsims.find((esim) => esim.iccid === iccid)?.activationCode
      if (code == null) throw new Error(`no activation code for ${iccid}`)
      return code
    },
  }
}
