/** The control plane of a sandbox that this desk started: JSON over HTTP on loopback, with its token (README of the sandbox). */
import { createFetch, FetchError } from 'ofetch'
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

function problemOf(cause: unknown, signal: AbortSignal): DeskError {
  if (!(cause instanceof FetchError) || cause.status === undefined)
    return new DeskError(
      signal.aborted ? 'aborted' : 'sandbox_unavailable',
      'The control plane did not answer',
      {},
      { cause },
    )
  const { error, message } = Refusal.parse(cause.data)
  return new DeskError('sandbox_refused', 'The sandbox refused', {
    reason: message === '' ? error : message,
    status: cause.status,
  })
}

/** For one call of the window: all that it asks has one time limit, which is shorter than the window's own. */
export function controlPlane({ controlUrl, controlToken }: ControlPlaceInfo, signal: AbortSignal): ControlPlane {
  const plane = createFetch({
    defaults: {
      baseURL: controlUrl,
      headers: { authorization: `Bearer ${controlToken}` },
      redirect: 'error',
      retry: false,
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    },
  })
  const call = async (
    method: 'GET' | 'POST' | 'DELETE',
    path: string,
    body?: Readonly<Record<string, unknown>>,
  ): Promise<unknown> => {
    try {
      return await plane<unknown>(path, { method, ...(body !== undefined && { body }) })
    } catch (cause) {
      throw problemOf(cause, signal)
    }
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
