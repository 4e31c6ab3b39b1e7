/** HTML as a mail program understands it: its elements with their attributes, and its text. */
import { Window } from 'happy-dom'

const { DOMParser } = new Window({ settings: {} })

export function parseDocument(html: string): { readonly elements: readonly string[]; readonly text: string } {
  const document = new DOMParser().parseFromString(html, 'text/html')
  // What stands instead of a picture is text, and the only one in an attribute.
  const elements = [...document.querySelectorAll('*')].map((element) =>
    [
      element.tagName.toLowerCase(),
      ...element
        .getAttributeNames()
        .map((name) => (name === 'alt' ? name : `${name}=${element.getAttribute(name) ?? ''}`)),
    ].join(' '),
  )
  return { elements, text: document.documentElement.textContent }
}
