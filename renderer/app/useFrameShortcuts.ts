/**
 * The keys of the whole window with what they do, in one table: the frame listens for them, and the list of keys shows
 * them. The keys of the page that is shown come from its actions.
 */
import { computed, ref, type ComputedRef, type Ref } from 'vue'
import { useI18n } from 'vue-i18n'
import { useRouter } from 'vue-router'
import { useNewSaleRequests } from '../lib/newSale.store.ts'
import { usePageActionList } from '../lib/pageActions.ts'
import { sidebarPages, type SidebarPage } from './pages.ts'
import { useToast } from '../ui/useToast.ts'
import { useShortcuts, type Shortcut } from './useShortcuts.ts'

export interface FrameShortcut extends Shortcut {
  readonly label: string
}

/** What the frame shows over the page. `only` restricts the palette to the actions with one chord. */
type FrameDialog = { readonly name: 'palette'; readonly only: string | null } | { readonly name: 'keys' }

interface FrameShortcuts {
  readonly shortcuts: ComputedRef<readonly FrameShortcut[]>
  readonly dialog: Ref<FrameDialog | null>
}

interface FrameTargets {
  readonly focusSearch: () => void
  readonly goTo: (page: SidebarPage) => void
  readonly goBack: () => void
  /** Further keys, which other parts of the frame provide. */
  readonly others?: () => readonly FrameShortcut[]
}

export function useFrameShortcuts({ focusSearch, goTo, goBack, others = () => [] }: FrameTargets): FrameShortcuts {
  const { t } = useI18n()
  const router = useRouter()
  const newSale = useNewSaleRequests()
  const list = usePageActionList()
  const toast = useToast()
  const dialog = ref<FrameDialog | null>(null)

  const shortcuts = computed<readonly FrameShortcut[]>(() => [
    { chord: 'Mod+K', label: t('keys.palette'), run: () => (dialog.value = { name: 'palette', only: null }) },
    { chord: '/', label: t('keys.find'), run: focusSearch },
    { chord: 'Mod+N', label: t('keys.newSale'), run: newSale.open },
    ...others(),
    { chord: 'Alt+ArrowLeft', label: t('keys.back'), run: goBack },
    { chord: 'Alt+ArrowRight', label: t('keys.forward'), run: () => router.forward() },
    ...sidebarPages.map(({ name }, index) => ({
      chord: `Mod+${String(index + 1)}`,
      label: t('keys.goTo', { page: t(`frame.pages.${name}`) }),
      run: () => goTo(name),
    })),
    { chord: '?', label: t('keys.list'), run: () => (dialog.value = { name: 'keys' }) },
  ])

  /** One possible action with this chord is run. Of several, the agent chooses one; of none, the reason is shown. */
  function runAction(chord: string): void {
    const actions = list.actions.filter((action) => action.chord === chord)
    const [first, ...more] = actions.filter(({ possible }) => possible !== false)
    const impossible = actions.find(({ whyNot }) => whyNot !== undefined)
    if (more.length > 0) dialog.value = { name: 'palette', only: chord }
    else if (first !== undefined) first.run()
    else if (impossible?.whyNot !== undefined) {
      toast.show(impossible.whyNot)
      impossible.onWhyNot?.()
    }
  }
  const ofPage = computed<readonly Shortcut[]>(() =>
    [...new Set(list.actions.flatMap(({ chord }) => chord ?? []))].map((chord) => ({
      chord,
      run: () => runAction(chord),
    })),
  )
  useShortcuts(() => [...shortcuts.value, ...ofPage.value])
  return { shortcuts, dialog }
}
