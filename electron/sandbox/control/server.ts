/** The HTTP server of the control plane: JSON only, on its own port, with its own token. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { Refusal } from '../rules/refusal.ts'
import type { Store } from '../store/store.ts'
import { authorize, readJson } from './readRequest.ts'
import { controlRoutes } from './routes.ts'

function send(response: ServerResponse, status: number, value: unknown): void {
  const body = Buffer.from(JSON.stringify(value))
  response.writeHead(status, {
    'content-type': 'application/json',
    'content-length': body.length,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  })
  response.end(body)
}

export async function control(
  store: Store,
  token: string,
  message: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  try {
    authorize(message, token)
    const url = new URL(message.url ?? '/', 'http://control.invalid')
    for (const route of controlRoutes) {
      const params = route.method === message.method ? route.path.exec(url.pathname) : null
      if (params === null) continue
      const body = route.method === 'POST' ? await readJson(message) : {}
      return send(response, 200, await route.run(store, params.groups ?? {}, body, url.searchParams))
    }
    send(response, 404, { error: 'not-found', message: 'The control plane has no such path.' })
  } catch (error) {
    if (response.headersSent || response.destroyed) return
    if (error instanceof Refusal) send(response, error.status, { error: error.code, message: error.message })
    else send(response, 500, { error: 'failed', message: 'The sandbox failed.' })
  }
}
