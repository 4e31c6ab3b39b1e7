/**
 * A service in a process of its own that answers each request for customers with the whole of a prepared file. The
 * parent names the file by a message, and possibly another service that answers everything else. It sends its address
 * first.
 */
import { createReadStream } from 'node:fs'
import { createServer, request as sendRequest, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** `other` is the address of the service that answers what is no list of customers. */
export interface FileServiceMessage {
  readonly file: string
  readonly other?: string
}

let served: FileServiceMessage = { file: '' }

function forward(request: IncomingMessage, response: ServerResponse, other: string): void {
  const { method, headers, url = '' } = request
  const sent = sendRequest(new URL(url, other), { method, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers)
    answer.pipe(response)
  })
  sent.on('error', () => response.destroy())
  request.pipe(sent)
}

const server = createServer((request, response) => {
  const { file, other } = served
  if (other !== undefined && !/\/customers(\?|$)/.test(request.url ?? '')) return forward(request, response, other)
  response.setHeader('content-type', 'application/json')
  if (request.url === '/reseller/authenticate') return void response.end('{"accessToken":"token","expiresIn":86400}')
  createReadStream(file, { highWaterMark: 1024 * 1024 }).pipe(response)
})
process.on('message', (message) => {
  served = message as FileServiceMessage // only the parent sends messages
  process.send?.('ready')
})
process.on('disconnect', () => process.exit())
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo // a TCP server's address has this form
  process.send?.(`http://127.0.0.1:${String(port)}`)
})
