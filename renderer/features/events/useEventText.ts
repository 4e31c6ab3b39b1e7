/** Returns the sentence of an event. It says what was reported, and never that it is true. */
import { useI18n } from 'vue-i18n'
import { esimState } from '#shared/model/esim/esimState.ts'
import { refusedReturnCode, type EventRow } from '#shared/model/customer/events.ts'
import { useCountryNames } from '../../lib/useCountryNames.ts'
import { useFormat } from '../../lib/useFormat.ts'

const megabyte = 1024 ** 2
const gigabyte = 1024 ** 3

type Detail = EventRow['details'][string] | undefined
const textOf = (detail: Detail): string | null => (typeof detail === 'string' && detail !== '' ? detail : null)
const numberOf = (detail: Detail): number | null => (typeof detail === 'number' ? detail : null)

/** A relay reports how an activation request was answered; the desk's own receiver refuses every one. */
function answerOf({ outcome, returnCode }: EventRow['details']) {
  switch (outcome) {
    case 'passed':
    case 'stopped':
    case 'late':
    case 'unreachable':
    case 'notOurs':
      return outcome
    case 'refused':
      return 'refusedByApp'
    default:
      return returnCode === refusedReturnCode ? 'refused' : 'request'
  }
}

export function useEventText(): (event: EventRow) => string {
  const { t } = useI18n()
  const format = useFormat()
  const { country } = useCountryNames()

  function dataLeft(detail: Detail): string | null {
    const bytes = numberOf(detail)
    if (bytes === null) return null
    return bytes >= gigabyte
      ? format.size({ value: bytes / gigabyte, unit: 'GB' })
      : format.size({ value: bytes / megabyte, unit: 'MB' })
  }

  function esimStatus(raw: string | null): string {
    if (raw === null) return t('events.sentence.anyState')
    const state = esimState(raw)
    return state === 'unknown' ? t('events.sentence.otherState', { state: raw }) : t(`events.sentence.${state}`)
  }

  function consumption({ details }: EventRow): string {
    const reached = numberOf(details['configuredThresholdPercentage'])
    if (reached === null) return t('events.sentence.threshold')
    const percent = format.percent(reached)
    const left = dataLeft(details['balanceAmountInByte'])
    return left === null
      ? t('events.sentence.thresholdPercent', { percent })
      : t('events.sentence.thresholdLeft', { percent, left })
  }

  function countryChange({ details }: EventRow): string {
    const previous = textOf(details['previousCountry'])
    const code = textOf(details['newCountry'])
    if (code === null) return t('events.sentence.anyCountry')
    const next = country(code)
    return previous === null
      ? t('events.sentence.firstCountry', { country: next })
      : t('events.sentence.country', { country: next, previous: country(previous) })
  }

  function activationRequest({ details }: EventRow): string {
    const message = textOf(details['returnMessage'])
    const answer = answerOf(details)
    return answer === 'refusedByApp' && message !== null
      ? t('events.sentence.refusedByAppSays', { message })
      : t(`events.sentence.${answer}`)
  }

  function sentence(event: EventRow): string {
    const { kind, details } = event
    switch (kind) {
      case 'esimStatus':
        return esimStatus(textOf(details['profileState']))
      case 'balanceActivation': {
        const until = textOf(details['expiresAt'])
        return until === null
          ? t('events.sentence.started')
          : t('events.sentence.startedUntil', { until: format.day(until) })
      }
      case 'lowBalance': {
        const left = dataLeft(details['balanceAmountInByte'])
        return left === null ? t('events.sentence.lowData') : t('events.sentence.lowDataLeft', { left })
      }
      case 'dataConsumption':
        return consumption(event)
      case 'countryChange':
        return countryChange(event)
      case 'activationRequest':
        return activationRequest(event)
      case 'customerRegistration':
        return t('events.sentence.registered')
    }
  }

  return sentence
}
