/** The control plane of a sandbox that this desk started: JSON over HTTP on loopback, with its token (README of the sandbox). */
import { z } from 'zod'
import { DeskError } from '#shared/errors.ts'

export interface ControlPlaceInfo {
  readonly controlUrl: string
  readonly controlToken: string
}

export interface ControlPlane {
  /** Throws `sandbox_refused` with the sandbox's reason, or `sandbox_unavailable`. */
  readonly get: <Schema extends z.ZodType>(path: string, answer: Schema) => Promise<z.output<Schema>>
  readonly post: (path: string, body: Readonly<Record<string, unknown>>) => Promise<void>
  readonly delete: (path: string) => Promise<void>
}

const Refusal = z
  .object({ error: z.string().catch(''), message: z.string().catch('') })
  .catch({ error: '', message: '' })
/** Milliseconds for an act and what is read after it: a jump of its clock may have much to do. */
const timeoutMs = 25_000

/** For one call of the window: all that it asks has one time limit, which is shorter than the window's own. */
export function controlPlane({ controlUrl, controlToken }: ControlPlaceInfo, signal: AbortSignal): ControlPlane {
  const inTime = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])
  const call = async (
    method: 'GET' | 'POST' | 'DELETE',
    path: string,
    body?: Readonly<Record<string, unknown>>,
  ): Promise<unknown> => {
    const response = await fetch(`${controlUrl}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${controlToken}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      redirect: 'error',
      signal: inTime,
    }).catch((cause: unknown) => {
      throw new DeskError(
        signal.aborted ? 'aborted' : 'sandbox_unavailable',
        'The control plane did not answer',
        {},
        { cause },
      )
    })
    const answer: unknown = await response.json().catch(() => null)
    if (response.ok) return answer
    const { error, message } = Refusal.parse(answer)
    throw new DeskError('sandbox_refused', 'The sandbox refused', {
      reason: message === '' ? error : message,
      status: response.status,
    })
  }

  return {
    async get(path, schema) {
      const answer = schema.safeParse(await call('GET', path))
      if (!answer.success) throw new DeskError('sandbox_unavailable', 'The control plane answered something else')
      return answer.data
    },
    post: async (path, body) => void (await call('POST', path, body)),
    delete: async (path) => void (await call('DELETE', path)),
  }
}
