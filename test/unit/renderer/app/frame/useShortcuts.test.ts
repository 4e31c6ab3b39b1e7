import { mount } from '@vue/test-utils'
import { defineComponent, h } from 'vue'
import { describe, expect, onTestFinished, test } from 'vitest'
import { useShortcuts } from '../../../../../renderer/app/useShortcuts.ts'

function listening(...chords: readonly string[]): string[] {
  const done: string[] = []
  const shortcuts = chords.map((chord) => ({ chord, run: () => void done.push(chord) }))
  const shown = mount(
    defineComponent({ setup: () => (useShortcuts(() => shortcuts), () => h('div', [h('input'), h('button')])) }),
    { attachTo: document.body },
  )
  onTestFinished(() => shown.unmount())
  return done
}

/** Returns whether the browser's default action for the keys is still performed. */
function press(init: KeyboardEventInit, target: Element = document.body): boolean {
  return target.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...init }))
}

function only(selector: string): Element {
  const found = document.querySelector(selector)
  if (found === null) throw new Error(`There is no ${selector}`)
  return found
}

describe('keys of the whole window', () => {
  test('a character works everywhere but in a field, where it is typed', () => {
    const done = listening('/')
    expect(press({ key: '/' })).toBe(false)
    expect(press({ key: '/' }, only('input'))).toBe(true)
    press({ key: '/' }, only('button'))
    expect(done).toEqual(['/', '/'])
  })

  test('a character that needs Shift on this keyboard works, and a held key acts once', () => {
    const done = listening('?')
    press({ key: '?', shiftKey: true })
    press({ key: '?', shiftKey: true, repeat: true })
    expect(done).toEqual(['?'])
  })

  test('Ctrl or Cmd with a key works in a field as well, with other modifiers it does not', () => {
    const done = listening('Mod+1', 'Mod+K')
    press({ key: '1', ctrlKey: true })
    press({ key: 'k', metaKey: true }, only('input'))
    press({ key: '2', ctrlKey: true })
    press({ key: '1' })
    press({ key: '1', ctrlKey: true, shiftKey: true })
    press({ key: 'k', ctrlKey: true, altKey: true })
    expect(done).toEqual(['Mod+1', 'Mod+K'])
  })

  test('Alt and a letter works where Alt types another character', () => {
    const done = listening('Alt+W', 'Alt+ArrowLeft')
    press({ key: '∑', code: 'KeyW', altKey: true })
    press({ key: 'ArrowLeft', altKey: true })
    press({ key: 'ArrowLeft' })
    expect(done).toEqual(['Alt+W', 'Alt+ArrowLeft'])
  })

  test('an open dialog takes all keys, and the browser does nothing with them either', () => {
    const done = listening('Mod+N', 'Alt+ArrowLeft')
    const dialog = document.createElement('dialog')
    dialog.setAttribute('open', '')
    document.body.append(dialog)
    onTestFinished(() => dialog.remove())
    expect(press({ key: 'n', ctrlKey: true })).toBe(false)
    expect(press({ key: 'ArrowLeft', altKey: true })).toBe(false)
    expect(done).toEqual([])
  })

  test('a key that something on the page has handled is left alone', () => {
    const done = listening('Mod+K')
    const input = only('input')
    input.addEventListener('keydown', (event) => event.preventDefault(), { once: true })
    press({ key: 'k', ctrlKey: true }, input)
    expect(done).toEqual([])
  })
})
