/**
 * What the palette finds beside the pages and their actions: the filters of the lists, the views of a page, the
 * sections of the settings, the theme and the language. They are many, so they are offered for a typed text alone.
 */
import { Languages, ListFilter, PanelTop, RefreshCw, Settings, SunMoon } from '@lucide/vue'
import { computed, type Component, type ComputedRef } from 'vue'
import { useI18n } from 'vue-i18n'
import type { RouteLocationRaw } from 'vue-router'
import { DeskLanguage } from '#shared/language.ts'
import { customerFilters } from '#shared/model/customer/customerList.ts'
import { OperationKind, OperationState } from '#shared/model/operation/operation.ts'
import type { Theme } from '#shared/model/settings.ts'
import { useFailureToast } from '../../common/useFailureToast.ts'
import { useCustomerList } from '../../features/customers/customerList.store.ts'
import { useSync } from '../../features/customers/sync.store.ts'
import { useFilterLabel } from '../../features/customers/useFilterLabel.ts'
import { journalViews } from '../../features/operations/useJournalFilter.ts'
import { useShownSections } from '../../features/settings/useShownSections.ts'
import { ownLanguageName } from '../../lib/ownLanguageName.ts'
import { useSettings } from '../../lib/settings.store.ts'
import { settingsSection } from '../../lib/settingsSection.ts'
import { useFormat } from '../../lib/useFormat.ts'
import type { PaletteOption } from './paletteOptions.ts'
import { useListCustomers } from './useListCustomers.ts'

type Place = Pick<PaletteOption, 'key' | 'icon' | 'label' | 'detail' | 'target'>

interface PalettePlaces {
  readonly actions: ComputedRef<readonly PaletteOption[]>
  readonly places: ComputedRef<readonly PaletteOption[]>
}

/** The filters of the list of customers. */
function useCustomerFilters(): ComputedRef<readonly Place[]> {
  const { t } = useI18n()
  const format = useFormat()
  const customerList = useCustomerList()
  const list = useListCustomers()
  const labelOf = useFilterLabel()
  return computed(() =>
    customerFilters.map((filter) => ({
      key: `customers ${filter}`,
      icon: ListFilter,
      label: labelOf(filter, customerList.view),
      detail: [
        t('frame.pages.customers'),
        customerList.counts === null || customerList.listedView.country !== null
          ? ''
          : format.count(customerList.counts[filter]),
      ]
        .filter((text) => text !== '')
        .join(' · '),
      target: { run: () => list({ filter, country: null }) },
    })),
  )
}

/** The theme, the language, and the copy of the customer list. */
function useSettingActions(): ComputedRef<readonly Place[]> {
  const { t } = useI18n()
  const settings = useSettings()
  const sync = useSync()
  const attempt = useFailureToast()
  const themes = ['light', 'dark', 'system'] as const satisfies readonly Theme[]
  return computed(() => [
    ...themes.map((theme) => ({
      key: `theme ${theme}`,
      icon: SunMoon,
      label: t(`settings.theme.${theme}`),
      detail: t('settings.theme.title'),
      target: { run: () => void attempt(() => settings.choose({ theme })) },
    })),
    ...DeskLanguage.options.map((language) => ({
      key: `language ${language}`,
      icon: Languages,
      label: ownLanguageName(language),
      detail: t('settings.language.title'),
      target: { run: () => void attempt(() => settings.choose({ language })) },
    })),
    ...(sync.keepsList && sync.status !== null && !sync.syncing
      ? [
          {
            key: 'sync',
            icon: RefreshCw,
            label: t('customers.empty.sync'),
            detail: t('settings.directory.title'),
            target: { run: () => void attempt(sync.start) },
          },
        ]
      : []),
  ])
}

export function usePalettePlaces(): PalettePlaces {
  const { t } = useI18n()
  const shownSections = useShownSections()
  const customerPlaces = useCustomerFilters()
  const settingActions = useSettingActions()
  const link = (key: string, icon: Component, label: string, page: string, to: RouteLocationRaw): Place => ({
    key,
    icon,
    label,
    detail: page,
    target: { to },
  })
  const operationPlaces = computed<readonly Place[]>(() => {
    const page = t('frame.pages.operations')
    const filtered = (key: string, label: string, query: Record<string, string>): Place =>
      link(`operations ${key}`, ListFilter, label, page, { path: '/operations', query })
    return [
      ...journalViews.map((view) =>
        link(`operations ${view}`, PanelTop, t(`operations.view.${view}`), page, {
          path: '/operations',
          query: view === 'journal' ? {} : { view },
        }),
      ),
      ...OperationState.options.map((state) => filtered(state, t(`operations.state.${state}`), { state })),
      ...OperationKind.options.map((kind) => filtered(kind, t(`operations.kind.${kind}`), { kind })),
    ]
  })
  const sections = computed<readonly Place[]>(() =>
    shownSections.value.map(({ id, title }) =>
      link(`settings ${id}`, Settings, t(title), t('frame.pages.settings'), settingsSection(id)),
    ),
  )
  const inGroup =
    (group: string) =>
    (place: Place): PaletteOption => ({ ...place, group })

  return {
    actions: computed(() => settingActions.value.map(inGroup(t('palette.group.actions')))),
    places: computed(() =>
      [...customerPlaces.value, ...operationPlaces.value, ...sections.value].map(inGroup(t('palette.group.pages'))),
    ),
  }
}
