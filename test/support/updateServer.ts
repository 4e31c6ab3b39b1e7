/** An update server on loopback: a web server with electron-builder's files and configurable faults. */
import { createHash, createPrivateKey, type KeyObject, randomBytes, sign } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { dump } from 'js-yaml'

export interface PublishedUpdate {
  readonly version: string
  readonly notes?: string
  /** The content of the package, whose hash is published. */
  readonly content?: Buffer
  /** Other content that is served in its place. */
  readonly served?: Buffer
  readonly kind?: 'AppImage' | 'deb'
  /** The published address of the package; by default beside the metadata. */
  readonly fileUrl?: string
  /** When it was released; by default now. */
  readonly releasedAt?: string
  /** The name of the metadata that is signed; by default its own. */
  readonly signedName?: string
  /** The private key that signs the metadata. */
  readonly key?: KeyObject | string
  /** Changes the metadata after it has been signed. */
  readonly tamper?: (metadata: string) => string
}

/** The fault of the next request for a file. */
export type ServerFault = 'cut' | 'stall' | 'hang up' | 'status 500' | 'redirect elsewhere'

export interface UpdateServer {
  readonly address: string
  /** Publishes an update, and clears a fault that has not occurred yet. */
  readonly publish: (update: PublishedUpdate) => void
  /** Serves these files by their paths. */
  readonly serve: (published: ReadonlyMap<string, Buffer>) => void
  readonly withdraw: () => void
  readonly fail: (path: RegExp, fault: ServerFault) => void
  /** The paths and headers of the requests so far. */
  readonly requests: { readonly path: string; readonly headers: IncomingMessage['headers'] }[]
  readonly close: () => Promise<void>
}

export const metadataName = process.arch === 'x64' ? 'latest-linux.yml' : `latest-linux-${process.arch}.yml`
export const packageName = (version: string, kind = 'AppImage'): string => `esim-desk-${version}.${kind}`
export const fakeAppImage = (size = 400_000): Buffer => randomBytes(size)
export const sha512 = (content: Buffer): string => createHash('sha512').update(content).digest('base64')

/** Returns the files of an update as `npm run package` and build/package/signUpdate.mjs create them. */
export function publishedFiles({
  version,
  notes,
  content = fakeAppImage(),
  served,
  kind,
  fileUrl,
  releasedAt = new Date().toISOString(),
  signedName = metadataName,
  key,
  tamper,
}: PublishedUpdate): Map<string, Buffer> {
  const name = packageName(version, kind)
  const file = { url: fileUrl ?? name, sha512: sha512(content), size: content.length }
  const metadata = dump(
    {
      version,
      files: [file],
      path: name,
      sha512: file.sha512,
      ...(notes !== undefined && { releaseNotes: notes }),
      releaseDate: releasedAt,
    },
    { lineWidth: 8000 },
  )
  const files = new Map([
    [`/${metadataName}`, Buffer.from(tamper?.(metadata) ?? metadata)],
    [`/${name}`, served ?? content],
  ])
  if (key !== undefined) {
    const signed = Buffer.from(`${signedName}\n${metadata}`)
    const signature = sign(null, signed, typeof key === 'string' ? createPrivateKey(key) : key)
    files.set(`/${metadataName}.sig`, Buffer.from(`${signature.toString('base64')}\n`))
  }
  return files
}

export async function startUpdateServer(): Promise<UpdateServer> {
  let files = new Map<string, Buffer>()
  let fault: { readonly path: RegExp; readonly fault: ServerFault } | null = null
  const requests: UpdateServer['requests'] = []

  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://server')
    requests.push({ path: pathname, headers: request.headers })
    const content = files.get(pathname)
    if (fault?.path.test(pathname) === true) {
      const { fault: kind } = fault
      fault = null
      answerFault(response, kind, content ?? Buffer.alloc(0))
    } else if (content === undefined) response.writeHead(404).end()
    else response.writeHead(200, { 'content-length': content.length }).end(content)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const bound = server.address()
  if (bound === null || typeof bound === 'string') throw new Error('The update server has no port')

  return {
    address: `http://127.0.0.1:${String(bound.port)}/`,
    publish(update) {
      files = publishedFiles(update)
      fault = null
    },
    serve: (published) => void (files = new Map(published)),
    withdraw: () => void (files = new Map()),
    fail: (path, kind) => void (fault = { path, fault: kind }),
    requests,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function answerFault(response: ServerResponse, fault: ServerFault, content: Buffer): void {
  switch (fault) {
    case 'status 500':
      response.writeHead(500).end('no')
      return
    case 'redirect elsewhere':
      // The same machine under another name is another origin.
      response.writeHead(302, { location: 'http://localhost:9/elsewhere' }).end()
      return
    case 'hang up':
      response.destroy()
      return
    case 'stall':
    case 'cut':
      response.writeHead(200, { 'content-length': content.length })
      response.write(content.subarray(0, content.length / 2), () => {
        if (fault === 'cut') response.destroy()
      })
  }
}
