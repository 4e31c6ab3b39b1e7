/** The context menu as data: what can be done with the text under the pointer. */
import type { ContextMenuParams, MenuItemConstructorOptions } from 'electron'
import type { MenuText } from './text/index.ts'

/** The facts of a right click on which the menu depends. */
export type ContextMenuFacts = Pick<ContextMenuParams, 'isEditable' | 'selectionText'> & {
  readonly editFlags: Pick<ContextMenuParams['editFlags'], 'canCut' | 'canCopy' | 'canPaste' | 'canSelectAll'>
}

/** Returns the items, or none if there is neither a field nor selected text. No menu opens then. */
export function contextMenu(facts: ContextMenuFacts, text: MenuText): MenuItemConstructorOptions[] {
  const { isEditable, selectionText, editFlags } = facts
  if (!isEditable && selectionText.trim() === '') return []
  const copy: MenuItemConstructorOptions = { role: 'copy', label: text.copy, enabled: editFlags.canCopy }
  const selectAll: MenuItemConstructorOptions = {
    role: 'selectAll',
    label: text.selectAll,
    enabled: editFlags.canSelectAll,
  }
  if (!isEditable) return [copy, selectAll]
  return [
    { role: 'cut', label: text.cut, enabled: editFlags.canCut },
    copy,
    { role: 'paste', label: text.paste, enabled: editFlags.canPaste },
    { type: 'separator' },
    selectAll,
  ]
}
