/** The options of the palette for a typed text, group by group. Actions and pages don't wait for any answer. */
import { Zap } from '@lucide/vue'
import { computed, type ComputedRef } from 'vue'
import { useI18n } from 'vue-i18n'
import { usePageActionList, type PageAction } from '../../lib/pageActions.ts'
import { usePageQueries } from '../pageQueries.store.ts'
import { sidebarPages } from '../pages.ts'
import { matchingOptions, type PaletteOption } from './paletteOptions.ts'
import { usePalettePlaces } from './usePalettePlaces.ts'
import { usePaletteSources } from './usePaletteSources.ts'

interface PaletteList {
  readonly options: ComputedRef<readonly PaletteOption[]>
  /** The first option may change when the customers are found. */
  readonly waiting: ComputedRef<boolean>
}

const maxActions = 8
const maxPlaces = 6
/** Shorter texts find too many places. */
const minPlaceLength = 3
const maxRecentWhenEmpty = 6

/** With `only`, the palette offers the actions with this chord and nothing else. */
export function usePalette(text: () => string, only: () => string | null): PaletteList {
  const { t } = useI18n()
  const list = usePageActionList()
  const queries = usePageQueries()
  const sources = usePaletteSources(() => (only() === null ? text() : ''))

  const actionOf = ({ id, label, detail = '', chord, run }: PageAction): PaletteOption => ({
    key: `action ${id}`,
    group: t('palette.group.actions'),
    icon: Zap,
    label,
    detail,
    ...(chord !== undefined && { chord }),
    target: { run },
  })
  const possibleActions = computed(() => list.actions.filter(({ possible }) => possible !== false))
  const actions = computed(() => possibleActions.value.map(actionOf))
  const untypedActions = computed(() => possibleActions.value.filter(({ typed }) => typed !== true).map(actionOf))
  /** All actions of a key do the same, so each has the name of what it acts on. */
  const ofKey = ({ id, label, detail = '', choice, run }: PageAction): PaletteOption => {
    if (choice !== undefined) return actionOf({ id, label: choice.name, detail: choice.facts, run })
    return actionOf(detail === '' ? { id, label, run } : { id, label: detail, run })
  }
  const actionsOfKey = (wanted: string): readonly PaletteOption[] =>
    possibleActions.value
      .filter(({ chord }) => chord === wanted)
      .toSorted((one, other) => (one.rank ?? 0) - (other.rank ?? 0))
      .map((action) => ({ ...ofKey(action), group: action.label }))
  const pages = computed<readonly PaletteOption[]>(() =>
    sidebarPages.map(({ name, icon }, index) => ({
      key: `page ${name}`,
      group: t('palette.group.pages'),
      icon,
      label: t(`frame.pages.${name}`),
      detail: '',
      chord: `Mod+${String(index + 1)}`,
      target: { to: queries.linkTo(name) },
    })),
  )

  const others = usePalettePlaces()
  const foundPlaces = (options: readonly PaletteOption[]): readonly PaletteOption[] =>
    text().trim().length < minPlaceLength ? [] : matchingOptions(options, text(), maxPlaces, 1)

  const immediate = computed(() => [
    ...(sources.mayBePerson.value ? [] : sources.coverage.value),
    ...matchingOptions(actions.value, text(), maxActions),
    ...foundPlaces(others.actions.value),
    ...matchingOptions(pages.value, text(), pages.value.length),
    ...foundPlaces(others.places.value),
  ])
  const options = computed(() => {
    const chord = only()
    if (chord !== null) return matchingOptions(actionsOfKey(chord), text(), maxActions)
    if (text().trim() === '')
      return [...sources.recent.value.slice(0, maxRecentWhenEmpty), ...untypedActions.value, ...pages.value]
    return [
      ...immediate.value,
      ...sources.customers.value,
      // The customers of the country follow the others.
      ...(sources.mayBePerson.value ? sources.coverage.value.toReversed() : []),
      ...sources.packages.value,
      ...sources.devices.value,
      ...sources.operations.value,
    ]
  })
  return {
    options,
    waiting: computed(() => only() === null && sources.searching.value && immediate.value.length === 0),
  }
}
