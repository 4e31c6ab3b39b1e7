import { expect, test } from 'vitest'
import { contextMenu, type ContextMenuFacts } from '../../../../../electron/host/electron/contextMenu.ts'
import { textIn } from '../../../../../electron/host/electron/text/index.ts'

const text = textIn('en').menu
const everything = { canCut: true, canCopy: true, canPaste: true, canSelectAll: true }
const nothing = { canCut: false, canCopy: false, canPaste: false, canSelectAll: false }

/** The items by their role, each with whether it can be chosen. */
const rolesOf = (facts: ContextMenuFacts): readonly (readonly [string | undefined, boolean | undefined])[] =>
  contextMenu(facts, text)
    .filter(({ type }) => type !== 'separator')
    .map(({ role, enabled }) => [role, enabled])

test('an ICCID can be pasted into an empty search field', () => {
  const facts = { isEditable: true, selectionText: '', editFlags: { ...nothing, canPaste: true } }
  expect(rolesOf(facts)).toEqual([
    ['cut', false],
    ['copy', false],
    ['paste', true],
    ['selectAll', false],
  ])
})

test('selected text of a field can be cut, copied and replaced', () => {
  const facts = { isEditable: true, selectionText: '8948', editFlags: everything }
  expect(rolesOf(facts)).toEqual([
    ['cut', true],
    ['copy', true],
    ['paste', true],
    ['selectAll', true],
  ])
})

test('the text of a field for secrets is neither copied nor cut', () => {
  const facts = { isEditable: true, selectionText: '•••', editFlags: { ...everything, canCut: false, canCopy: false } }
  expect(rolesOf(facts)).toEqual([
    ['cut', false],
    ['copy', false],
    ['paste', true],
    ['selectAll', true],
  ])
})

test('text of the page can be copied, and nothing is put into it', () => {
  const facts = {
    isEditable: false,
    selectionText: 'ada@example.org',
    editFlags: { ...nothing, canCopy: true, canSelectAll: true },
  }
  expect(rolesOf(facts)).toEqual([
    ['copy', true],
    ['selectAll', true],
  ])
})

test.each(['', ' \n '])('without a field and without selected text (%j) there is no menu', (selectionText) => {
  expect(contextMenu({ isEditable: false, selectionText, editFlags: everything }, text)).toEqual([])
})

test('every item has a text of the language', () => {
  const items = contextMenu({ isEditable: true, selectionText: 'x', editFlags: everything }, text)
  expect(items.filter(({ type }) => type !== 'separator').map(({ label }) => label)).toEqual([
    text.cut,
    text.copy,
    text.paste,
    text.selectAll,
  ])
})
