import { mount } from '@vue/test-utils'
import { defineComponent, h } from 'vue'
import { describe, expect, onTestFinished, test } from 'vitest'
import { useShortcuts } from '../../../../../renderer/app/useShortcuts.ts'

function listening(): string[] {
  const done: string[] = []
  const actions = {
    focusSearch: () => void done.push('search'),
    goTo: (page: number) => void done.push(`page ${String(page)}`),
    back: () => void done.push('back'),
  }
  const shown = mount(
    defineComponent({ setup: () => (useShortcuts(actions), () => h('div', [h('input'), h('button')])) }),
    { attachTo: document.body },
  )
  onTestFinished(() => shown.unmount())
  return done
}

function press(init: KeyboardEventInit, target: Element = document.body): boolean {
  return target.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...init }))
}

describe('keys of the whole window', () => {
  test('a slash focuses the search field, but not while the user types', () => {
    const done = listening()
    expect(press({ key: '/' })).toBe(false)
    const input = document.querySelector('input')
    if (input !== null) expect(press({ key: '/' }, input)).toBe(true)
    const button = document.querySelector('button')
    if (button !== null) press({ key: '/' }, button)
    expect(done).toEqual(['search', 'search'])
  })

  test('Ctrl or Cmd with a digit opens a page, other digits and modifiers do not', () => {
    const done = listening()
    press({ key: '1', ctrlKey: true })
    press({ key: '5', metaKey: true })
    press({ key: '6', ctrlKey: true })
    press({ key: '7', ctrlKey: true })
    press({ key: '2' })
    press({ key: '2', ctrlKey: true, shiftKey: true })
    expect(done).toEqual(['page 0', 'page 4', 'page 5'])
  })

  test('Alt and Left goes back', () => {
    const done = listening()
    press({ key: 'ArrowLeft', altKey: true })
    press({ key: 'ArrowLeft' })
    expect(done).toEqual(['back'])
  })

  test('an open dialog takes all keys', () => {
    const done = listening()
    const dialog = document.createElement('dialog')
    dialog.setAttribute('open', '')
    document.body.append(dialog)
    onTestFinished(() => dialog.remove())
    press({ key: '2', ctrlKey: true })
    press({ key: 'ArrowLeft', altKey: true })
    expect(done).toEqual([])
  })
})
