/** What each resource of the service is read with. */
import type { ResponseContext } from './answer.ts'
import type { DialectMemory } from './dialect.ts'
import type { Exchange } from './exchange.ts'
import type { ListParser } from './parser.ts'
import type { ReadRequest } from './reader.ts'

export interface ResourceOptions {
  /** The encoded path segment with a leading slash. */
  readonly segment: string
  readonly ask: (request: ReadRequest) => Promise<Exchange>
  readonly contextOf: (what: string, mayBeMissing?: boolean) => ResponseContext
  readonly dialect: DialectMemory
  /** Parses large answers. */
  readonly parser: ListParser
}
