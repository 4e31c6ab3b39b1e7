/** Error bodies in the form of the variant `errorForm` (field notes); `problem` is application/problem+json. */
import type { z } from 'zod'
import type { WireProblem } from '#shared/wire/problem.ts'
import type { Refusal } from '../rules/refusal.ts'
import type { Variants } from '../variants.ts'
import { json, text, type ApiResponse } from './response.ts'

const titles: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  402: 'Payment Required',
  404: 'Not Found',
  405: 'Method Not Allowed',
  408: 'Request Timeout',
  409: 'Conflict',
  413: 'Content Too Large',
  415: 'Unsupported Media Type',
  421: 'Misdirected Request',
  422: 'Unprocessable Content',
  431: 'Request Header Fields Too Large',
}

export function problem(
  form: Variants['errorForm'],
  refusal: Pick<Refusal, 'status' | 'code' | 'message'>,
): ApiResponse {
  const { status, code, message } = refusal
  if (form === 'text') return text(status, message)
  if (form !== 'problem' && form !== 'title') return json(bodyIn(form, code, message), status)
  const body: z.input<typeof WireProblem> =
    form === 'title'
      ? { type: `urn:problem:${code}`, title: message, status }
      : { type: `urn:problem:${code}`, title: titles[status] ?? 'Error', status, detail: message }
  return { status, type: 'application/problem+json', body: JSON.stringify(body) }
}

function bodyIn(form: Exclude<Variants['errorForm'], 'problem' | 'title' | 'text'>, code: string, message: string) {
  switch (form) {
    case 'message':
      return { code, message }
    case 'error':
      return { error: message, code }
    case 'errorObject':
      return { error: { code, message } }
    case 'errorMsg':
      return { errorCode: code, errorMsg: message }
    case 'errorTexts':
      return { errors: [message] }
    case 'errorObjects':
      return { errors: [{ code, message }] }
    case 'reason':
      return { success: false, reason: message }
    case 'returnMessage':
      return { returnCode: 'FAIL', returnMessage: message }
    case 'meta':
      return { data: null, meta: { code, message } }
  }
}
