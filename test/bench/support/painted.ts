/** Presses a key in the desk's page and measures when its result is painted, by the page's own clock. */
import type { Page } from 'playwright-core'

/** After this time the measurement fails. */
const timeoutMs = 10_000

/**
 * Returns milliseconds from the key's event to the end of the first frame that shows an element of this selector. The
 * page checks before each frame is painted; the task after that frame is its end.
 */
export async function keyToPainted(page: Page, key: string, selector: string): Promise<number> {
  await page.evaluate(arm, { selector, timeoutMs })
  await page.keyboard.press(key)
  return await page.evaluate(() => Reflect.get(globalThis, 'painted') as Promise<number>) // `arm` has set it.
}

/** Runs in the page, to which it is sent as text. */
function arm({ selector, timeoutMs: limit }: { readonly selector: string; readonly timeoutMs: number }): void {
  const painted = new Promise<number>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`Nothing was painted for ${selector}`)), limit)
    const onKey = ({ timeStamp }: KeyboardEvent): void => {
      const check = (): void => {
        if (document.querySelector(selector) === null) return void requestAnimationFrame(check)
        const channel = new MessageChannel()
        channel.port1.onmessage = () => {
          clearTimeout(timer)
          resolve(performance.now() - timeStamp)
        }
        channel.port2.postMessage(null)
      }
      requestAnimationFrame(check)
    }
    addEventListener('keydown', onKey, { once: true, capture: true })
  })
  painted.catch(() => undefined)
  Reflect.set(globalThis, 'painted', painted)
}
