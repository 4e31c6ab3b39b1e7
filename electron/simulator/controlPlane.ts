/** A client of the control plane of a sandbox that this desk started: JSON over HTTP on loopback, with a token. */
import { createFetch, FetchError } from 'ofetch'
import { z } from 'zod'
import { DeskError } from '#shared/errors.ts'

export interface ControlPlaneInfo {
  readonly controlUrl: string
  readonly controlToken: string
}

export interface ControlPlane {
  /** Rejects with `sandbox_refused` and the sandbox's reason, or with `sandbox_unavailable`, as the others do. */
  readonly get: <Schema extends z.ZodType>(path: string, schema: Schema) => Promise<z.output<Schema>>
  readonly post: (path: string, body: Readonly<Record<string, unknown>>) => Promise<void>
  /** Posts an empty body and resolves to the answer. */
  readonly create: <Schema extends z.ZodType>(path: string, schema: Schema) => Promise<z.output<Schema>>
  readonly delete: (path: string) => Promise<void>
}

const Refusal = z
  .object({ error: z.string().catch(''), message: z.string().catch('') })
  .catch({ error: '', message: '' })
/** The time limit of an action with the read after it. A jump of the sandbox's clock may cause much work. */
const timeoutMs = 25_000

function errorOf(cause: unknown, signal: AbortSignal): DeskError {
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

/**
 * Creates the client for one call of the window. Its requests share one time limit, which is shorter than the window's.
 */
export function controlPlane({ controlUrl, controlToken }: ControlPlaneInfo, signal: AbortSignal): ControlPlane {
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
      throw errorOf(cause, signal)
    }
  }

  function parsed<Schema extends z.ZodType>(schema: Schema, answer: unknown): z.output<Schema> {
    const result = schema.safeParse(answer)
    if (!result.success)
      throw new DeskError('sandbox_unavailable', 'The response of the control plane has another shape')
    return result.data
  }

  return {
    get: async (path, schema) => parsed(schema, await call('GET', path)),
    create: async (path, schema) => parsed(schema, await call('POST', path, {})),
    post: async (path, body) => void (await call('POST', path, body)),
    delete: async (path) => void (await call('DELETE', path)),
  }
}
