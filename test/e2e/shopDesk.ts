/** A desk on a service whose customers a test defines, with one of them on its page. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { startDesk, type RunningDesk } from '../support/desk.ts'
import { shopClient, shopSegment, type ShopCustomer, startShopOf } from '../support/shop.ts'
import { goTo, heading, reloadWindow, searchField, shared } from './journey.ts'

export interface ShopScene {
  readonly desk: RunningDesk
  readonly page: Page
  /** The customer's first eSIM. */
  readonly card: Locator
  readonly iccid: string
  readonly iccids: readonly string[]
  /** The home folder of the desk, with its `Downloads`. */
  readonly home: string
}

/**
 * Starts one desk with this environment for all tests of a file. Each test opens a customer that no earlier test has
 * seen.
 */
export function sharedShopDesk(
  env: Readonly<Record<string, string>> = {},
): (customer: ShopCustomer) => Promise<ShopScene> {
  const opened = shared(async (atEnd) => {
    const home = await mkdtemp(join(tmpdir(), 'esim-desk-home-'))
    atEnd(() => rm(home, { recursive: true, force: true, maxRetries: 5 }))
    const shop = await startShopOf([])
    atEnd(() => shop.close())
    const desk = await startDesk({
      args: ['--service', shop.baseUrl, '--segment', shopSegment],
      env: { ...shopClient, HOME: home, ...env },
    })
    atEnd(() => desk.close())
    await searchField(desk.page).waitFor()
    const beginTest = async (): Promise<void> => {
      await reloadWindow(desk)
      await searchField(desk.page).waitFor()
    }
    return { value: { home, shop, desk }, beginTest }
  })
  return async (customer) => {
    const { home, shop, desk } = opened()
    const { page } = desk
    const { uid, iccids } = shop.add(customer)
    await goTo(page, `customers/${uid}`)
    await heading(page, String(customer.customer?.['email'] ?? 'ada@example.org')).waitFor()
    return {
      desk,
      page,
      home,
      iccids,
      iccid: iccids[0] ?? '',
      card: page.getByRole('region', { name: /^eSIM / }).first(),
    }
  }
}
