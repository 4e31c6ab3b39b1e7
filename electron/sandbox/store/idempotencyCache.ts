/** Answers of money calls by idempotency key, the latest ones. */
import type { Answer } from '../serializers/response.ts'

const most = 10_000

export class Answered {
  readonly #answers = new Map<string, Answer>()

  get(key: string): Answer | undefined {
    return this.#answers.get(key)
  }

  keep(key: string, answer: Answer): void {
    this.#answers.set(key, answer)
    if (this.#answers.size <= most) return
    const [oldest] = this.#answers.keys()
    if (oldest !== undefined) this.#answers.delete(oldest)
  }
}
