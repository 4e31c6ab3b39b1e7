/**
 * Describes a DeskError for an agent: what happened and what to do about it. The texts are in `errors.json`, two for
 * each code. The error's own message is for engineers and never shown.
 */
import { useI18n } from 'vue-i18n'
import { asDeskError, DeskErrorCode, type DeskErrorDetails } from '#shared/errors.ts'

interface DeskErrorText {
  readonly code: DeskErrorCode
  readonly what: string
  readonly todo: string
  /** The service's own text, if it sent one. It is shown as a quotation. */
  readonly serviceMessage: string | null
}

const quoting: ReadonlySet<DeskErrorCode> = new Set<DeskErrorCode>([
  'service_refused',
  'service_failed',
  'rate_limited',
  'outcome_unclear',
  'not_found',
  'operation_not_possible',
  'sandbox_refused',
])

function quoted(code: DeskErrorCode, details: DeskErrorDetails): string | null {
  const reason = details['reason']
  return quoting.has(code) && typeof reason === 'string' && reason.trim() !== '' ? reason : null
}

export function useDeskError() {
  const { t } = useI18n()

  function textOf(code: DeskErrorCode, details: DeskErrorDetails = {}): DeskErrorText {
    const { retryAfter, seconds } = details
    if (code === 'operation_not_possible' && details['reasons'] === 'too_early') {
      return {
        code,
        what: t('errors.tooEarly.what'),
        todo:
          typeof seconds === 'number' && seconds > 0
            ? t('errors.tooEarly.wait', { seconds })
            : t('errors.tooEarly.check'),
        serviceMessage: null,
      }
    }
    if (code === 'proxy_refused' && typeof details['reason'] === 'string')
      return {
        code,
        what: t('errors.proxyRefused', { reason: details['reason'] }),
        todo: t('errors.proxy_refused.todo'),
        serviceMessage: null,
      }
    if (code === 'proxy_scheme' && typeof details['scheme'] === 'string')
      return {
        code,
        what: t('errors.proxyScheme', { scheme: details['scheme'] }),
        todo: t('errors.proxy_scheme.todo'),
        serviceMessage: null,
      }
    if (code === 'storage_unreadable' && details['reason'] === 'newer_version') {
      return {
        code,
        what: t('errors.newer_version.what', { file: String(details['file'] ?? '') }),
        todo: t('errors.newer_version.todo'),
        serviceMessage: null,
      }
    }
    const wait =
      typeof retryAfter === 'number' && retryAfter > 0 ? ` ${t('errors.wait', { seconds: Math.ceil(retryAfter) })}` : ''
    return {
      code,
      what: t(`errors.${code}.what`),
      todo: t(`errors.${code}.todo`) + wait,
      serviceMessage: quoted(code, details),
    }
  }

  return {
    /** Describes any thrown value. */
    describe: (thrown: unknown): DeskErrorText => {
      const error = asDeskError(thrown)
      return textOf(error.code, error.details)
    },
    /**
     * Describes a code that arrived as text, such as `problem` of a connection. An unknown code is described as
     * `unexpected`.
     */
    describeCode: (code: string): DeskErrorText => {
      const known = DeskErrorCode.safeParse(code)
      return textOf(known.success ? known.data : 'unexpected')
    },
  }
}
