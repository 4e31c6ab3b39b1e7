/** Saves the sheets of many eSIMs as one PDF, or as a ZIP of QR pictures with a table. */
import { onScopeDispose, shallowRef, type Ref } from 'vue'
import type { Events } from '#shared/contract.ts'
import type { SheetLanguage } from '#shared/sheet/language.ts'
import { desk, onDeskEvent } from '../../lib/desk.ts'
import { useSettings } from '../../lib/settings.store.ts'
import type { MakeFile } from './useMany.ts'

/** Several files of one list have names that differ. */
const fileName = (name: string, part: number): string => (part === 1 ? name : `${name} - ${String(part)}`)

interface SheetFiles {
  readonly pdf: MakeFile
  readonly zip: MakeFile
  /** The number of sheets that the file already has, or `null` while none was reported. */
  readonly progress: Readonly<Ref<Events['file.progress'] | null>>
}

export function useSheetFiles(language: Ref<SheetLanguage>): SheetFiles {
  const store = useSettings()
  const progress = shallowRef<Events['file.progress'] | null>(null)
  onScopeDispose(onDeskEvent('file.progress', (reported) => (progress.value = reported)))
  return {
    progress,
    async pdf(sheets, part) {
      progress.value = null
      const { path } = await desk.installation.savePdf({
        esims: sheets.map(({ customerUid, esimUid }) => ({ customerUid, esimUid })),
        language: language.value,
        pageSize: store.settings?.documents.pageSize ?? 'A4',
        name: fileName(`eSIM ${String(sheets.length)} ${language.value}`, part),
      })
      return path
    },
    async zip(sheets, part) {
      progress.value = null
      const entries = sheets.flatMap(({ iccid, customerEmail, code }) =>
        code === null ? [] : [{ iccid, email: customerEmail, code }],
      )
      const name = fileName(`eSIM ${String(entries.length)}`, part)
      return (await desk.installation.bulk({ name, entries, decimal: store.decimalSign })).path
    },
  }
}
