/**
 * Answers what is not a valid request (no HTTP, a head that is too large, a body that does not arrive) with an error in
 * the form of the service, and closes the connection.
 */
import type { Duplex } from 'node:stream'
import { problem } from '../serializers/problem.ts'
import type { Refusal } from '../rules/refusal.ts'
import type { Variants } from '../variants.ts'

type Problem = Pick<Refusal, 'status' | 'code' | 'message'>

const tooSlow: Problem = {
  status: 408,
  code: 'request-timeout',
  message: 'The request was not received in time.',
}
const tooLarge: Problem = { status: 431, code: 'head-too-large', message: 'The head of the request is too large.' }
const notHttp: Problem = { status: 400, code: 'invalid-request', message: 'This is not an HTTP request.' }

export function answerClientError(form: Variants['errorForm'], error: NodeJS.ErrnoException, socket: Duplex): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy()
    return
  }
  const problemBody =
    error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? tooSlow : error.code === 'HPE_HEADER_OVERFLOW' ? tooLarge : notHttp
  const { status, type, body } = problem(form, problemBody)
  const text = Buffer.from(typeof body === 'string' ? body : '')
  socket.end(
    `HTTP/1.1 ${status} ${problemBody.code}\r\nconnection: close\r\ncontent-type: ${type ?? 'text/plain'}` +
      `\r\ncontent-length: ${text.length}\r\n\r\n${text.toString()}`,
  )
}
