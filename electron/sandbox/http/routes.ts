/**
 * Matches requests to the endpoints of the service (interface 4 and the field notes) in their order. In a path,
 * `{segment}` is the operator's path segment and `:name` is a parameter.
 */
import type { ApiResponse } from '../serializers/response.ts'
import type { EndpointName } from '../faults.ts'
import type { Variants } from '../variants.ts'
import type { Store } from '../store/store.ts'
import type { ApiRequest } from './request.ts'

export type Endpoint = {
  readonly name: EndpointName
  readonly method: 'GET' | 'POST' | 'PUT'
  readonly path: string
  /** `open` needs no token; `places` needs none under the variant `openPlaces`. */
  readonly access: 'token' | 'open' | 'places' | 'basic'
  /** Whether the service has the endpoint under these variants. */
  readonly when?: (variants: Variants) => boolean
  readonly handle: (store: Store, request: ApiRequest) => ApiResponse
}

type Match =
  | { readonly found: 'endpoint'; readonly endpoint: Endpoint; readonly params: Readonly<Record<string, string>> }
  | { readonly found: 'otherMethod'; readonly allow: string; readonly name: EndpointName }
  | { readonly found: 'nothing' }

function matchPath(
  pattern: readonly string[],
  parts: readonly string[],
  segment: string,
): Record<string, string> | undefined {
  if (pattern.length !== parts.length) return undefined
  const params: Record<string, string> = {}
  for (const [at, expected] of pattern.entries()) {
    const part = parts[at] ?? ''
    if (expected.startsWith(':')) {
      if (part === '') return undefined
      params[expected.slice(1)] = decoded(part)
    } else if (part !== (expected === '{segment}' ? segment : expected)) return undefined
  }
  return params
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

export class Routes {
  readonly #endpoints: readonly { readonly endpoint: Endpoint; readonly pattern: readonly string[] }[]
  readonly #segment: string

  constructor(endpoints: readonly Endpoint[], segment: string) {
    const unknown = endpoints.find(({ path }) => /\{(?!segment\})/.test(path))
    if (unknown !== undefined) throw new Error(`A parameter is written :name, not in braces: ${unknown.path}`)
    this.#endpoints = endpoints.map((endpoint) => ({ endpoint, pattern: endpoint.path.slice(1).split('/') }))
    this.#segment = segment
  }

  match(method: string, path: string, variants: Variants): Match {
    const parts = path.replace(/^\//, '').replace(/\/$/, '').split('/')
    const others: Endpoint[] = []
    for (const { endpoint, pattern } of this.#endpoints) {
      if (endpoint.when?.(variants) === false) continue
      const params = matchPath(pattern, parts, this.#segment)
      if (params === undefined) continue
      if (endpoint.method === method) return { found: 'endpoint', endpoint, params }
      others.push(endpoint)
    }
    const [first] = others
    return first === undefined
      ? { found: 'nothing' }
      : { found: 'otherMethod', name: first.name, allow: [...new Set(others.map((one) => one.method))].join(', ') }
  }
}
