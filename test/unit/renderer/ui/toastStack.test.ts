/** Where toasts lie beside one another, at both edges, and when one of them goes. */
import { expect, onTestFinished, test, vi } from 'vitest'
import { stackToasts } from '../../../../renderer/ui/toastStack.ts'
import { limits } from '../../../limits.ts'

function toast(height: number): HTMLElement {
  const element = document.createElement('div')
  element.className = 'n-message-wrapper'
  Object.defineProperty(element, 'offsetHeight', { value: height, configurable: true })
  return element
}

function region(isAtTop: boolean): HTMLElement {
  const element = document.createElement('div')
  document.body.append(element)
  const stop = stackToasts(element, () => isAtTop)
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
