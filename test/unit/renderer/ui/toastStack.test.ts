/** Where toasts lie beside one another, at both edges, and when one of them goes. */
import { expect, onTestFinished, test, vi } from 'vitest'
import { edge, freePlace } from '../../../../renderer/ui/toastPlace.ts'
import { stackToasts } from '../../../../renderer/ui/toastStack.ts'
import { limits } from '../../../limits.ts'

function toast(height: number): HTMLElement {
  const element = document.createElement('div')
  element.className = 'n-message-wrapper'
  Object.defineProperty(element, 'offsetHeight', { value: height, configurable: true })
  return element
}

/** A region of toasts in the window, or with `isAtTop` in a dialog. */
function region(isAtTop: boolean): HTMLElement {
  const element = document.createElement('div')
  document.body.append(element)
  const { stop } = stackToasts(element, () => (isAtTop ? element : null))
  onTestFinished(() => {
    stop()
    element.remove()
  })
  return element
}

const places = (element: HTMLElement): readonly string[] =>
  [...element.querySelectorAll<HTMLElement>('.n-message-wrapper')].map(({ style }) => style.translate)

const expectPlaces = (element: HTMLElement, expected: readonly string[]): Promise<void> =>
  vi.waitFor(() => expect(places(element)).toEqual(expected), limits.state)

test('at the bottom edge the newest toast lies at the edge and the others above it', async () => {
  const element = region(false)
  element.append(toast(40), toast(50), toast(60))
  await expectPlaces(element, ['0 -110px', '0 -60px', '0 0px'])
})

test('at the top edge the oldest toast lies at the edge and the others below it', async () => {
  const element = region(true)
  element.append(toast(40), toast(50), toast(60))
  await expectPlaces(element, ['0 0px', '0 40px', '0 90px'])
})

test.each([
  { edge: 'bottom', isAtTop: false, before: ['0 -110px', '0 -60px', '0 0px'], after: ['0 -60px', '0 0px'] },
  { edge: 'top', isAtTop: true, before: ['0 0px', '0 40px', '0 90px'], after: ['0 0px', '0 40px'] },
])('one in the middle that goes lets the others close up, at the $edge', async ({ isAtTop, before, after }) => {
  const element = region(isAtTop)
  const middle = toast(50)
  element.append(toast(40), middle, toast(60))
  await expectPlaces(element, before)
  middle.remove()
  await expectPlaces(element, after)
})

test('a new toast is laid out at its place without a transition, and moves with one from there', async () => {
  const element = region(false)
  const first = toast(0)
  const laidOutWith: string[] = []
  Object.defineProperty(first, 'offsetHeight', {
    get() {
      laidOutWith.push(first.style.transition)
      return 40
    },
  })
  element.append(first)
  await expectPlaces(element, ['0 0px'])
  expect([laidOutWith.at(-1), first.style.transition]).toEqual(['none', ''])
  element.append(toast(60))
  await expectPlaces(element, ['0 -60px', '0 0px'])
  expect(laidOutWith.filter((transition) => transition === 'none')).toHaveLength(1)
})

const band = (top: number, bottom: number) => ({ top, bottom })

test.each([
  ['above a dialog that leaves room', 800, 40, band(100, 500), [band(124, 150), band(440, 470)], edge],
  ['over the edge of a dialog, above its title', 800, 40, band(40, 500), [band(64, 90), band(440, 470)], edge],
  ['below a dialog in a low window', 400, 60, band(8, 300), [band(8, 48), band(250, 290)], 400 - edge - 60],
  ['below the title of a dialog that fills a low window', 400, 60, band(8, 392), [band(8, 48), band(330, 380)], 48],
  ['below buttons that were scrolled to the title', 400, 60, band(8, 392), [band(8, 48), band(80, 120)], 120],
  ['nowhere without any room', 100, 60, band(8, 92), [band(8, 48), band(50, 90)], null],
])('toasts lie %s', (_where, windowHeight, height, dialog, kept, expected) => {
  expect(freePlace(height, windowHeight, dialog, kept)).toBe(expected)
})

test('in a dialog whose heading is at the upper edge, toasts lie below it, unless it is beside them', async () => {
  const dialog = document.createElement('dialog')
  dialog.innerHTML =
    '<header><h2>Refund</h2><p>Of one package</p></header><div class="toasts"></div><div class="actions"></div>'
  document.body.append(dialog)
  onTestFinished(() => dialog.remove())
  const lay = (selector: string, top: number, bottom: number, width = 600): void => {
    const element = selector === '' ? dialog : dialog.querySelector(selector)
    if (element !== null) element.getBoundingClientRect = () => new DOMRect(0, top, width, bottom - top)
  }
  lay('', 8, window.innerHeight - 8)
  lay('h2', 8, 48)
  lay('p', 48, 64)
  lay('.actions', window.innerHeight - 50, window.innerHeight - 10)
  const element = dialog.querySelector<HTMLElement>('.toasts')
  if (element === null) throw new Error('no region')
  const { place, stop } = stackToasts(element, () => dialog)
  onTestFinished(stop)
  for (const each of [toast(40), toast(50)]) {
    each.getBoundingClientRect = () => new DOMRect(200, 0, 200, 40)
    element.append(each)
  }
  await expectPlaces(element, ['0 52px', '0 92px'])
  lay('h2', -200, -160)
  lay('p', -160, -144)
  place()
  await expectPlaces(element, ['0 0px', '0 40px'])
  // The sentence leaves no room.
  lay('h2', 8, 48)
  lay('p', 48, window.innerHeight - 50)
  place()
  await expectPlaces(element, ['0 36px', '0 76px'])
  // Its words end before the toasts begin.
  lay('h2', 8, 48, 150)
  lay('p', 48, 64, 150)
  place()
  await expectPlaces(element, ['0 0px', '0 40px'])
})
