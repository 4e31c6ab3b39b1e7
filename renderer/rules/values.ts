/** Makes the values and the evidence of causes. */
import { leftOf } from '#shared/model/package/size.ts'
import type { DataSize, EsimView, ItemView } from '#shared/model/customer/views.ts'
import type { CauseValue, Evidence, EvidenceField } from './cause.ts'

export const textValue = (text: string): CauseValue => ({ type: 'text', text })
export const packageValue = ({ name }: Pick<ItemView, 'name'>): Extract<CauseValue, { type: 'package' }> => ({
  type: 'package',
  name,
})
export const packagesValue = (items: readonly Pick<ItemView, 'name'>[]): CauseValue => ({
  type: 'packages',
  names: [...new Set(items.map(({ name }) => name))],
})
export const sizeValue = (size: DataSize): CauseValue => ({ type: 'size', size })
export const countryValue = (code: string): CauseValue => ({ type: 'country', code })
export const countValue = (count: number): CauseValue => ({ type: 'count', count })
/** The time of day in UTC, to the minute, because the customer's time zone is not known. */
export const timeValue = (time: number): CauseValue => textValue(new Date(time).toISOString().slice(11, 16))
/** The day and the time in UTC, where a day in the agent's time zone could be another one. */
export const utcValue = (time: number): CauseValue =>
  textValue(`${new Date(time).toISOString().slice(0, 16).replace('T', ' ')} UTC`)
export const agoValue = (at: string, now: number): CauseValue => ({ type: 'ago', at, now })
export const dayValue = (at: string | null): CauseValue | null => (at === null ? null : { type: 'day', at })

export const evidence = (field: EvidenceField, value: CauseValue | null, at: string | null = null): Evidence => ({
  field,
  value,
  at,
})

/** The state of a profile as the service wrote it. */
export const stateEvidence = ({ raw }: EsimView): Evidence =>
  evidence('esimState', raw === null ? null : textValue(raw))
export const seenEvidence = ({ lastSeen }: EsimView): Evidence => evidence('lastSeen', dayValue(lastSeen))

/** What is left of a package, and when it ends or starts by itself. */
export function packageEvidence(item: ItemView): readonly Evidence[] {
  return [
    evidence('remaining', sizeValue(leftOf(item))),
    item.activatesBy === null
      ? evidence('ends', dayValue(item.expiresAt))
      : evidence('startsBy', dayValue(item.activatesBy)),
  ]
}
