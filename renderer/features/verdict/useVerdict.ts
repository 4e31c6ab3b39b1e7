/**
 * Why the customer on the page is not online, and what follows from it: the cause and the others, the suggested reply,
 * what its button does, and what the agent has learned. The page calls it and gives it to its parts.
 */
import { computed } from 'vue'
import type { OperationRow } from '#shared/model/operation/operation.ts'
import type { Cause, CauseAction } from '../../rules/cause.ts'
import { type CallFacts, useCall } from '../../lib/call.store.ts'
import { whileInScope } from '../../lib/whileInScope.ts'
import { useOperationCheck } from '../operations/useOperationCheck.ts'
import { useCauses, type VerdictInput } from './useCauses.ts'
import { useCustomerLanguage } from './useCustomerLanguage.ts'
import { useSuggestedReply } from './useSuggestedReply.ts'
import { inUtc, useVerdictText } from './useVerdictText.ts'

interface VerdictFlows {
  /** Starts what a button offers, but for checks. */
  readonly act: (action: Exclude<CauseAction, { kind: 'check' }>, cause: Cause) => void
  /** Called with an operation that a check has changed. */
  readonly changed: (operation: OperationRow) => void
}

export type Verdict = ReturnType<typeof useVerdict>

/** The eSIM or the package that a cause is about, as far as its button names it. */
const aboutOf = ({ action }: Cause) => ({
  esimUid: action !== null && 'esimUid' in action ? action.esimUid : null,
  itemUid: action !== null && 'itemUid' in action ? action.itemUid : null,
})

/** The verdict in words, for readers elsewhere and in another time zone. */
function useSummary({ shown, country, countrySource, connectivity }: ReturnType<typeof useCauses>) {
  const text = useVerdictText()
  return computed(() => {
    const cause = shown.value
    if (cause === null) return null
    return {
      cause: text.cause(cause, inUtc),
      restsOn: [
        ...cause.doubts.map((doubt) => text.doubt(doubt, cause)),
        ...cause.evidence.map((each) => text.evidence(each, inUtc)),
      ],
      question: cause.action?.kind === 'ticket' ? cause.action.question : null,
      about: aboutOf(cause),
      country: country.value,
      countrySource: countrySource.value,
      connectivity: connectivity.value,
    }
  })
}

/** @param input `null` while no customer is shown */
export function useVerdict(input: () => VerdictInput | null, flows: VerdictFlows) {
  const text = useVerdictText()
  const call = useCall()
  const causes = useCauses(input)
  const { shown, others, country, show, facts: callFacts, devices, loadDevices } = causes
  const { reply, onFact, onChosen, onNoRefund } = useSuggestedReply(() => {
    const given = input()
    return given === null || shown.value === null ? null : { ...given, cause: shown.value, others: others.value }
  })
  const check = useOperationCheck(whileInScope(flows.changed))
  const { language, chooseLanguage } = useCustomerLanguage(() => input()?.view ?? null)

  function choose({ key }: Cause): void {
    show(key)
    onChosen()
  }
  function setFacts(changes: Partial<CallFacts>): void {
    const uid = input()?.view.uid
    const before = callFacts.value
    if (uid === undefined || before === null) return
    call.enterFacts(uid, changes)
    const after = call.factsOf(uid)
    // Text that names nothing and an emptied field are no new facts.
    const isNews = (was: string | null, is: string | null): boolean => is !== null && is !== was
    if (isNews(before.country, after.country) || isNews(before.device, after.device)) onFact()
  }
  function act(action: CauseAction, cause: Cause): void {
    if (action.kind === 'check') void check.run(action.operationId)
    else flows.act(action, cause)
  }
  /** The palette also has the actions of causes that are not shown, and a check shows its result beside its cause. */
  function actFromPalette(cause: Cause): void {
    if (cause.action?.kind === 'check') choose(cause)
    if (cause.action !== null) act(cause.action, cause)
  }
  /** The operation that the button checks. */
  const checks = computed(() => (shown.value?.action?.kind === 'check' ? shown.value.action.operationId : null))
  return {
    /** What the bar shows; `null` without a customer. */
    content: computed(() => {
      const [cause, suggested, facts] = [shown.value, reply.value, callFacts.value]
      return cause === null || suggested === null || facts === null ? null : { cause, reply: suggested, facts }
    }),
    shown,
    others,
    choose,
    actFromPalette,
    language,
    chooseLanguage,
    setFacts,
    devices,
    loadDevices,
    country,
    onNoRefund,
    check,
    checks,
    /** The result of a check is shown only beside the operation that was checked. */
    wasChecked: computed(() => checks.value !== null && checks.value === check.checked.value),
    /** The button, for the head that stays while the page is scrolled. */
    primary: computed(() => {
      const cause = shown.value
      const action = cause?.action ?? null
      if (cause === null || action === null) return null
      return { label: text.action(action), busy: check.checking.value, run: () => act(action, cause) }
    }),
    summary: useSummary(causes),
    /** The country is known from the customer or the network, and no package works there. */
    elsewhere: computed(() =>
      [shown.value, ...others.value].some((cause) => cause?.id === 'wrongCountry' && cause.severity === 'danger'),
    ),
  }
}
