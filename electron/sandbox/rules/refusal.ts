/** A rule refuses a request. The status codes are assumptions (`assumptions.ts`): the interface shows none but 403. */
export class Refusal extends Error {
  readonly status: number
  readonly code: string

  constructor(status: number, code: string, detail: string) {
    super(detail)
    this.name = 'Refusal'
    this.status = status
    this.code = code
  }
}

export const invalid = (detail: string): Refusal => new Refusal(400, 'invalid-request', detail)
export const unknown = (what: string): Refusal => new Refusal(404, 'not-found', `There is no such ${what}.`)
export const conflict = (code: string, detail: string): Refusal => new Refusal(409, code, detail)
export const refused = (code: string, detail: string): Refusal => new Refusal(422, code, detail)
export const noCredits = (detail: string): Refusal => new Refusal(402, 'insufficient-credits', detail)
