/** The built desk on a sandbox of its own with the variants of one variation. */
import type { Page } from 'playwright-core'
import { onTestFinished } from 'vitest'
import type { VariantsInput } from '../../electron/sandbox/variants.ts'
import { Variants } from '../../electron/sandbox/variants.ts'
import { control, type Control } from '../support/control.ts'
import { startDesk, type RunningDesk } from '../support/desk.ts'
import { portal } from '../support/portal.ts'
import { startSandboxProcess } from '../support/sandbox.ts'
import { searchField } from '../e2e/journey.ts'

export interface VariationScene {
  readonly desk: RunningDesk
  readonly page: Page
  readonly control: Control
  /** Sells a package beside the desk, which has no copy of its customer. */
  readonly sellElsewhere: (email: string) => Promise<{ readonly uid: string; readonly iccid: string }>
}

/** The number of customers that the sandbox begins with. */
export const customerCount = 60

export async function variationScene(variants: VariantsInput): Promise<VariationScene> {
  const sandbox = await startSandboxProcess({ customers: customerCount, seed: 7 })
  onTestFinished(() => sandbox.stop())
  const { info } = sandbox
  const service = control(info)
  const shop = await portal(info)
  await service.setVariants(variants)
  const desk = await startDesk({
    args: ['--service', info.baseUrl, '--segment', info.segment],
    env: { ESIM_DESK_CLIENT_ID: info.clientId, ESIM_DESK_CLIENT_SECRET: info.clientSecret },
  })
  onTestFinished(() => desk.close())
  await searchField(desk.page).waitFor()
  return {
    desk,
    page: desk.page,
    control: service,
    async sellElsewhere(email) {
      // The other client knows the usual service alone. The desk asks nothing by itself in this moment.
      await service.setVariants(Variants.parse({}))
      const { uid } = await shop.register({ email })
      const [esim] = (await shop.customer(uid)).relatedEsims ?? []
      await service.setVariants({ ...Variants.parse({}), ...variants })
      return { uid, iccid: esim?.iccid ?? '' }
    },
  }
}
