/** Presses a key in the desk's page and measures when its result is painted, by the page's own clock. */
import type { Page } from 'playwright-core'

/** After this time the measurement fails. */
const timeoutMs = 10_000

/**
 * Returns milliseconds from the key's event to the end of the first frame that shows an element of this selector. The
 * page checks before each frame is painted; the task after that frame is its end.
 */
export const keyToPainted = (page: Page, key: string, selector: string): Promise<number> =>
  measure(page, selector, () => page.keyboard.press(key))

async function measure(page: Page, selector: string, act: () => Promise<void>): Promise<number> {
  await page.evaluate(arm, { selector, timeoutMs })
  await act()
  return await page.evaluate(() => Reflect.get(globalThis, 'painted') as Promise<number>) // `arm` has set it.
}

interface Armed {
  readonly selector: string
  readonly timeoutMs: number
}

/** Runs in the page, to which it is sent as text. The keys that are held for a chord are no keys of their own. */
function arm({ selector, timeoutMs: limit }: Armed): void {
  const painted = new Promise<number>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`Nothing was painted for ${selector}`)), limit)
    const onEvent = (event: KeyboardEvent): void => {
      if (['Control', 'Alt', 'Shift', 'Meta'].includes(event.key)) return
      removeEventListener('keydown', onEvent, true)
      const check = (): void => {
        if (document.querySelector(selector) === null) return void requestAnimationFrame(check)
        const channel = new MessageChannel()
        channel.port1.onmessage = () => {
          clearTimeout(timer)
          resolve(performance.now() - event.timeStamp)
        }
        channel.port2.postMessage(null)
      }
      requestAnimationFrame(check)
    }
    addEventListener('keydown', onEvent, true)
  })
  painted.catch(() => undefined)
  Reflect.set(globalThis, 'painted', painted)
}
