/** The dialog that asks how a table is exported. */
import { flushPromises } from '@vue/test-utils'
import { expect, vi } from 'vitest'
import type { DecimalSign } from '#shared/model/decimalSign.ts'
import { limits } from '../../../limits.ts'

const choices = (): readonly HTMLInputElement[] => [
  ...document.querySelectorAll<HTMLInputElement>('dialog input[type=radio]'),
]
/** Waits for the dialog, and returns the sign with which it begins. */
export async function offeredSign(): Promise<string | undefined> {
  await vi.waitFor(() => expect(choices()).not.toEqual([]), limits.state)
  return choices().find(({ checked }) => checked)?.value
}

/** Exports with this sign, or with the one that the dialog begins with. */
export async function confirmExport(sign?: DecimalSign): Promise<void> {
  await offeredSign()
  const choice = choices().find(({ value }) => value === sign)
  if (choice !== undefined) {
    choice.checked = true
    choice.dispatchEvent(new Event('change'))
  }
  document.querySelector('dialog form')?.dispatchEvent(new Event('submit', { cancelable: true }))
  await flushPromises()
  expect(choices()).toEqual([])
}
