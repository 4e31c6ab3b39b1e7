/** HTML as a mail program understands it: its elements with their attributes, and its text. */
import { Window } from 'happy-dom'

export function parseDocument(html: string): { readonly elements: readonly string[]; readonly text: string } {
  const window = new Window({ settings: { disableJavaScriptEvaluation: true, disableCSSFileLoading: true } })
  const document = new window.DOMParser().parseFromString(html, 'text/html')
  const elements = [...document.querySelectorAll('*')].map((element) => [element.tagName.toLowerCase(), ...element.getAttributeNames().filter((name) => !['style', 'width', 'height', 'alt'].includes(name)).map((name) => `${name}=${element.getAttribute(name) ?? ''}`)].join(' '))
  return { elements, text: document.documentElement.textContent }
}
