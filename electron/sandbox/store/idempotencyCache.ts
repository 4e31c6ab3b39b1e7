/** The latest responses to calls that move money, by idempotency key. */
import type { ApiResponse } from '../serializers/response.ts'

const maxEntries = 10_000

export class IdempotencyCache {
  readonly #responses = new Map<string, ApiResponse>()

  get(key: string): ApiResponse | undefined {
    return this.#responses.get(key)
  }

  set(key: string, response: ApiResponse): void {
    this.#responses.set(key, response)
    if (this.#responses.size <= maxEntries) return
    const [oldest] = this.#responses.keys()
    if (oldest !== undefined) this.#responses.delete(oldest)
  }
}
