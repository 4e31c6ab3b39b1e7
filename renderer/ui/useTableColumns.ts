/** The columns of a table from a list with one entry for each, in the layout that the window has room for. */
import { useMediaQuery } from '@vueuse/core'
import { computed, type ComputedRef, type Ref } from 'vue'
import { useI18n } from 'vue-i18n'
import { widthIn, type GridColumn, type TableColumn, type TableLayout } from './table.ts'

/** @param limits the widths of the window, in pixels, below which the layouts begin */
export function useTableLayout({ medium, narrow = 0 }: { readonly medium: number; readonly narrow?: number }) {
  const isMedium = useMediaQuery(`(width < ${String(medium)}px)`)
  const isNarrow = useMediaQuery(`(width < ${String(narrow)}px)`)
  return computed<TableLayout>(() => (isNarrow.value ? 'narrow' : isMedium.value ? 'medium' : 'wide'))
}

/**
 * @param texts the key above those of the headings
 * @param layout by default there is only one
 */
export function useTableColumns<Key extends string, Layout extends string, Sort extends string>(
  texts: string,
  columns: () => readonly TableColumn<Sort, Layout, Key>[],
  layout?: Readonly<Ref<Layout>>,
): ComputedRef<readonly GridColumn<Key, Sort>[]> {
  const { t } = useI18n()
  return computed(() =>
    columns().flatMap((column) => {
      const width = widthIn(column, layout?.value)
      if (width === undefined) return []
      const hint = column.hint === undefined ? undefined : t(`${texts}.${column.key}Hint`)
      return [{ ...column, width, hint, label: t(`${texts}.${column.key}`) }]
    }),
  )
}
