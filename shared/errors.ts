/**
 * Every error that the desk reports.
 *
 * The codes are one closed union. An error crosses the bridge as plain data ({@link DeskErrorData}) and is thrown as a
 * {@link DeskError} on both sides. The message is for engineers and logs: it never contains a secret, a token, an
 * activation code or a whole address with a query. The text that an agent reads is derived from the code through the
 * locale files.
 */
import * as z from 'zod'

export const deskErrorCodes = [
  // The bridge itself
  'invalid_input',
  'invalid_output',
  'unknown_operation',
  'forbidden_sender',
  'too_large',
  'token_too_long',
  'customer_limit_reached',
  'bridge_timeout',
  'not_approved',
  'approval_pending',
  'aborted',
  'unexpected',
  // Connections and secrets
  'not_connected',
  'connection_not_found',
  'address_not_allowed',
  'not_with_debug_port',
  'address_unreachable',
  'tls_untrusted',
  'tls_expired',
  'tls_wrong_host',
  'tls_protocol',
  'ca_file_unreadable',
  'proxy_unreachable',
  'proxy_refused',
  'proxy_authentication',
  'proxy_credentials_refused',
  'proxy_scheme',
  'credentials_rejected',
  'secret_missing',
  'keychain_unavailable',
  'keychain_damaged',
  'not_this_service',
  'sandbox_unavailable',
  'sandbox_refused',
  'not_sandbox',
  // The service's answers
  'service_timeout',
  'service_cut_off',
  'service_refused',
  'service_failed',
  'rate_limited',
  'not_found',
  'not_supported',
  'unreadable_answer',
  'outcome_unclear',
  // Money
  'preview_gone',
  'preview_changed',
  'operation_not_possible',
  'operation_in_progress',
  'operation_not_found',
  'journal_unwritable',
  'journal_unacknowledged',
  'journal_replaced',
  'update_in_progress',
  // The relay of events
  'relay_unreachable',
  'relay_untrusted',
  'relay_proxy',
  'relay_failed',
  'not_a_relay',
  'relay_code_refused',
  'relay_device_refused',
  'relay_key_missing',
  // Installation documents
  'code_unusable',
  'link_missing',
  'print_failed',
  'file_unwritable',
  'clipboard_failed',
  'mail_not_set_up',
  'mail_token_refused',
  'mail_token_unreachable',
  'mail_other_address',
  'mail_in_progress',
  'mailed_already',
  'mail_no_address',
  'letter_outdated',
  'esim_not_installable',
  // Storage
  'already_running',
  'storage_unreadable',
  'storage_unwritable',
  'storage_full',
] as const

export const DeskErrorCode = z.enum(deskErrorCodes)
export type DeskErrorCode = z.infer<typeof DeskErrorCode>

/**
 * Small, flat values that fill the placeholders of a sentence: a status, a host, seconds to wait, the name of a field.
 */
export const DeskErrorDetails = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))
export type DeskErrorDetails = Readonly<Record<string, string | number | boolean | null>>

export const DeskErrorData = z.strictObject({
  code: DeskErrorCode,
  message: z.string(),
  details: DeskErrorDetails,
})
export interface DeskErrorData {
  readonly code: DeskErrorCode
  readonly message: string
  readonly details: DeskErrorDetails
}

export class DeskError extends Error {
  readonly code: DeskErrorCode
  readonly details: DeskErrorDetails

  constructor(code: DeskErrorCode, message: string, details: DeskErrorDetails = {}, options?: ErrorOptions) {
    super(message, options)
    this.name = 'DeskError'
    this.code = code
    this.details = details
  }

  toData(): DeskErrorData {
    return { code: this.code, message: this.message, details: this.details }
  }

  static fromData(data: DeskErrorData): DeskError {
    return new DeskError(data.code, data.message, data.details)
  }
}

/**
 * Converts anything that was thrown to a DeskError. Any other value becomes `unexpected`, without its text, which may
 * contain a secret.
 */
export function asDeskError(thrown: unknown): DeskError {
  if (thrown instanceof DeskError) return thrown
  if (thrown instanceof Error && thrown.name === 'AbortError') {
    return new DeskError('aborted', 'The call was aborted', {}, { cause: thrown })
  }
  const kind = thrown instanceof Error ? thrown.name : typeof thrown
  return new DeskError('unexpected', `Unexpected ${kind}`, { kind }, { cause: thrown })
}
