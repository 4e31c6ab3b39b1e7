/** The parser of server-sent events, whose parts may end anywhere. */
import { expect, test } from 'vitest'
import { createStreamParser, type StreamEvent } from '../../../../electron/events/relay/eventStream.ts'

function parseInParts(text: string, size: number): readonly StreamEvent[] {
  const parse = createStreamParser()
  const bytes = Buffer.from(text)
  const events: StreamEvent[] = []
  for (let at = 0; at < bytes.length; at += size) events.push(...parse(bytes.subarray(at, at + size)))
  return events
}

test.each([
  ['\n', 1],
  ['\n', 3],
  ['\n', 1000],
  ['\r\n', 1],
  ['\r\n', 2],
  ['\r\n', 3],
  ['\r\n', 1000],
])('events with lines that end with %j are found in parts of %i bytes', (end, size) => {
  const lines = [': comment', '', 'event: page', 'data: für', 'data: zwei', '', '', 'data: {"a":1}', '', 'data: rest']
  expect(parseInParts(lines.join(end), size)).toEqual([
    { name: 'message', data: '' },
    { name: 'page', data: 'für\nzwei' },
    { name: 'message', data: '{"a":1}' },
  ])
})

test('the time for a long event grows with its length alone', () => {
  const text = 'data: x\n'.repeat(120 * 1024)
  const began = performance.now()
  const [event] = parseInParts(`${text}\n`, 1024)
  expect(event?.data).toHaveLength(2 * 120 * 1024 - 1)
  expect(performance.now() - began).toBeLessThan(5000)
})

test('an event of more than 1 MB ends the stream before it is whole', () => {
  expect(() => parseInParts(`data: ${'x'.repeat(1024 * 1024)}`, 64 * 1024)).toThrow('too large')
})
