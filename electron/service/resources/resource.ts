/** What each resource of the service is read with. */
import type { ResponseContext } from '../parsing/answer.ts'
import type { DialectMemory } from '../features/dialect.ts'
import type { Exchange } from '../http/exchange.ts'
import type { ListParser } from '../parsing/parser.ts'
import type { ReadRequest } from '../http/reader.ts'

export interface ResourceOptions {
  /** The encoded path segment with a leading slash. */
  readonly segment: string
  readonly ask: (request: ReadRequest) => Promise<Exchange>
  readonly contextOf: (what: string, mayBeMissing?: boolean) => ResponseContext
  readonly dialect: DialectMemory
  /** Parses large answers. */
  readonly parser: ListParser
}
