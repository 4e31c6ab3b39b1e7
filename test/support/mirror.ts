/** A download server for Electron's binary on this machine, and an `electron` package that matches its files. */
import { createHash } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import { type AddressInfo, createServer as createTcpServer, connect, type Server, type Socket } from 'node:net'
import { join } from 'node:path'
import { zipSync } from 'fflate'
import { onTestFinished } from 'vitest'
import { temporaryFolder } from './temporaryFolder.ts'

const version = '45.0.0'
const program = process.platform === 'darwin' ? 'Electron.app/Contents/MacOS/Electron' : 'electron'
const fileName = `electron-v${version}-${process.platform}-${process.arch}.zip`

/** Data that is small enough for a test and large enough to arrive in several chunks. */
const noise = Uint8Array.from({ length: 200_000 }, (_, at) => (at * 7919 + (at >> 8) * 31) % 256)
const text = (value: string): Uint8Array => new TextEncoder().encode(value)
export const distribution = Buffer.from(
  zipSync({ version: text(version), [program]: text('#!/bin/sh\n'), 'noise.bin': [noise, { level: 0 }] }),
)

/** Creates the npm package `electron` in the state before its binary has been downloaded. */
export async function electronPackage(): Promise<{ readonly folder: string; readonly cache: string }> {
  const parent = await temporaryFolder()
  const folder = join(parent, 'electron')
  await mkdir(folder)
  await writeFile(join(folder, 'package.json'), JSON.stringify({ name: 'electron', version }))
  const sum = createHash('sha256').update(distribution).digest('hex')
  await writeFile(join(folder, 'checksums.json'), JSON.stringify({ [fileName]: sum }))
  return { folder, cache: join(parent, 'cache') }
}

const sockets = new Set<Socket>()

async function listen(server: Server): Promise<number> {
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket)).on('error', () => undefined)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => close(server))
  return portOf(server)
}

function close(server: Server): Promise<void> {
  for (const socket of sockets) socket.destroy()
  return new Promise((resolve) => server.close(() => resolve()))
}

function portOf(server: Server): number {
  const address: AddressInfo | string | null = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port')
  return address.port
}

export interface Mirror {
  readonly address: string
  readonly port: number
  /** The paths of the requests so far. */
  readonly requests: readonly string[]
}

type Responder = (response: ServerResponse, request: IncomingMessage) => void

export async function startMirror(answer: Responder): Promise<Mirror> {
  const requests: string[] = []
  const listener: RequestListener = (request, response) => {
    requests.push(request.url ?? '')
    answer(response, request)
  }
  const port = await listen(createServer(listener))
  return { address: `http://127.0.0.1:${String(port)}/`, port, requests }
}

export const sendWhole: Responder = (response) =>
  void response.setHeader('content-length', distribution.length).end(distribution)

/** Starts a server that accepts connections and never responds; resolves to its port. */
export async function startSilentServer(): Promise<number> {
  return await listen(createTcpServer())
}

/** Returns a port on which no server listens. */
export async function closedPort(): Promise<number> {
  const server = createTcpServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const port = portOf(server)
  await close(server)
  return port
}

type Tunnel = 'open' | 'credentials' | 'silent'

/** Starts a proxy that opens tunnels to one port of this machine, requires credentials, or never responds. */
export async function startProxy(
  tunnel: Tunnel,
  port = 0,
): Promise<{ readonly address: string; readonly targets: readonly string[] }> {
  const targets: string[] = []
  const server = createServer()
  server.on('connect', (request: IncomingMessage, socket: Socket) => {
    targets.push(request.url ?? '')
    if (tunnel === 'silent') return
    if (tunnel === 'credentials') {
      return void socket.end(
        'HTTP/1.1 407 Proxy Authentication Required\r\nproxy-authenticate: Basic\r\ncontent-length: 0\r\n\r\n',
      )
    }
    const target = connect(port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n')
      socket.pipe(target).pipe(socket)
    })
    target.on('error', () => socket.destroy())
    socket.on('error', () => target.destroy())
  })
  return { address: `http://127.0.0.1:${String(await listen(server))}`, targets }
}
