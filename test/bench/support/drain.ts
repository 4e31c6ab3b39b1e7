/**
 * Reads one response in a separate process and counts its bytes, directly from the socket into one buffer, so that the
 * reader does not distort the measurement. Arguments: address of the service, Authorization, path. Prints JSON.
 */
import { connect } from 'node:net'

const [address = '', authorization = '', path = ''] = process.argv.slice(2)
let bytes = 0
let last = ''
const began = performance.now()
const socket = connect({
  host: '127.0.0.1',
  port: Number(new URL(address).port),
  onread: {
    buffer: Buffer.alloc(1024 * 1024),
    callback: (count, part) => {
      bytes += count
      last = (last + Buffer.from(part).toString('latin1', Math.max(0, count - 16), count)).slice(-16)
      return true
    },
  },
})
socket.write(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: ${authorization}\r\nConnection: close\r\n\r\n`)
socket.on('error', (error) => {
  throw error
})
socket.on('close', () =>
  process.stdout.write(
    JSON.stringify({
      bytes,
      milliseconds: performance.now() - began,
      complete: last.includes(']') && last.endsWith('0\r\n\r\n'),
    }),
  ),
)
