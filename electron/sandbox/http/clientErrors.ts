/** What is no request: not HTTP, a head too large, a body that does not come. Answered in the service's form, then closed. */
import type { Duplex } from 'node:stream'
import { problem } from '../serializers/problem.ts'
import type { Refusal } from '../rules/refusal.ts'
import type { Variants } from '../variants.ts'

type Problem = Pick<Refusal, 'status' | 'code' | 'message'>

const tooSlow: Problem = {
  status: 408,
  code: 'request-timeout',
  message: 'The request did not come to its end in time.',
}
const tooLarge: Problem = { status: 431, code: 'head-too-large', message: 'The head of the request is too large.' }
const notHttp: Problem = { status: 400, code: 'invalid-request', message: 'This is not an HTTP request.' }

export function refuseBroken(form: Variants['errorForm'], error: NodeJS.ErrnoException, socket: Duplex): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy()
    return
  }
  const what =
    error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? tooSlow : error.code === 'HPE_HEADER_OVERFLOW' ? tooLarge : notHttp
  const { status, type, body } = problem(form, what)
  const text = Buffer.from(typeof body === 'string' ? body : '')
  socket.end(
    `HTTP/1.1 ${status} ${what.code}\r\nconnection: close\r\ncontent-type: ${type ?? 'text/plain'}\r\ncontent-length: ${text.length}\r\n\r\n${text.toString()}`,
  )
}
