/** Sets the reseller's brand for sheets through the bridge. */
import type { Page } from 'playwright-core'
import type { Brand } from '#shared/model/documents.ts'

export async function setBrand(page: Page, brand: Brand): Promise<void> {
  const done = await page.evaluate(`(async () => {
    const { value } = await window.desk.settings.get()
    return (await window.desk.settings.set({ documents: { ...value.documents, brand: ${JSON.stringify(brand)} } })).ok
  })()`)
  if (done !== true) throw new Error('The brand was refused')
}
