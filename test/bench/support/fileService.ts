/**
 * A service in a process of its own that answers each request for customers with the whole of a prepared file. The
 * parent names the file by a message. It sends its address first.
 */
import { createReadStream } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

let file = ''
const server = createServer((request, response) => {
  response.setHeader('content-type', 'application/json')
  if (request.url === '/reseller/authenticate') return void response.end('{"accessToken":"token","expiresIn":86400}')
  createReadStream(file, { highWaterMark: 1024 * 1024 }).pipe(response)
})
process.on('message', (message) => {
  file = String(message)
  process.send?.('ready')
})
process.on('disconnect', () => process.exit())
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo // a TCP server's address has this form
  process.send?.(`http://127.0.0.1:${String(port)}`)
})
