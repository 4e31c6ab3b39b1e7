/** Reads server-sent events from the bytes of an answer, in whatever parts they arrive. */
import { DeskError } from '#shared/errors.ts'
import { maxPageBytes } from './answers.ts'

export interface StreamEvent {
  readonly name: string
  readonly data: string
}

/** The maximum length of one event in UTF-16 code units. */
const maxLength = maxPageBytes

function parse(block: string): StreamEvent {
  let name = 'message'
  const data: string[] = []
  for (const line of block.split('\n')) {
    const colon = line.indexOf(':')
    const field = colon === -1 ? line : line.slice(0, colon)
    const value = colon === -1 ? '' : line.slice(colon + 1).replace(/^ /, '')
    if (field === 'event') name = value
    else if (field === 'data') data.push(value)
  }
  return { name, data: data.join('\n') }
}

const blankLine = /\n\r?\n/

/** Returns a function that takes bytes and returns the events that are complete with them. */
export function createStreamParser(): (bytes: Uint8Array) => readonly StreamEvent[] {
  const decoder = new TextDecoder()
  let waiting: string[] = []
  let length = 0
  /** The end of what waits, where a blank line may begin. */
  let tail = ''
  return (bytes) => {
    // A line may end with a carriage return too; a lone one at the end of a part waits for its line feed.
    const text = decoder.decode(bytes, { stream: true })
    waiting.push(text)
    length += text.length
    if (length > maxLength) throw new DeskError('too_large', 'An event of the relay is too large')
    const recent = tail + text
    tail = recent.slice(-2)
    // What waits was searched before.
    if (!blankLine.test(recent)) return []
    const blocks = waiting.join('').replaceAll('\r\n', '\n').split('\n\n')
    const rest = blocks.pop() ?? ''
    waiting = [rest]
    length = rest.length
    tail = rest.slice(-2)
    return blocks.filter((block) => block.trim() !== '').map(parse)
  }
}
