// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest'
import { growList } from '../../../../renderer/lib/growList.ts'

let list: HTMLElement
let button: HTMLButtonElement

function add(): void {
  list.append(document.createElement('li'))
}
beforeEach(() => {
  document.body.innerHTML = '<ul><li></li><li></li></ul><button>Show more</button><input>'
  list = document.querySelector('ul') ?? document.body
  button = document.querySelector('button') ?? document.createElement('button')
  button.focus()
})

test('a button that goes hands the focus to the first item that it has added', async () => {
  await growList(list, () => {
    add()
    add()
    button.remove()
  })
  expect(document.activeElement).toBe(list.children[2])
})

test('a button that stays keeps the focus', async () => {
  await growList(list, add)
  expect(document.activeElement).toBe(button)
})

test('what was focused while the items were loaded keeps the focus', async () => {
  await growList(list, async () => {
    document.querySelector('input')?.focus()
    await Promise.resolve()
    add()
    button.remove()
  })
  expect(document.activeElement).toBe(document.querySelector('input'))
})

test('without a new item nothing is focused', async () => {
  await growList(list, () => button.remove())
  expect(document.activeElement).toBe(document.body)
  button = document.body.appendChild(button)
  button.focus()
  await growList(null, () => button.remove())
  expect(document.activeElement).toBe(document.body)
})
