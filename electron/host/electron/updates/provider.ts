/**
 * A provider of electron-updater that verifies the published metadata, which the generic provider trusts: its schema,
 * that every file is on the update server itself, that it is not older than this program, and its detached Ed25519
 * signature if a key was packaged.
 */
import { verify } from 'node:crypto'
import type { OutgoingHttpHeaders } from 'node:http'
import type { AppUpdater, CancellationToken } from 'electron-updater'
import { GenericProvider } from 'electron-updater/out/providers/GenericProvider.js'
import type { ProviderRuntimeOptions } from 'electron-updater/out/providers/Provider.js'
import { z } from 'zod'
import { parseInstant } from '#shared/model/instant.ts'
import { UpdateFailure } from '../../updates.ts'
import type { UpdateConfig } from './config.ts'

type UpdateInfo = Awaited<ReturnType<GenericProvider['getLatestVersion']>>
type UpdateFile = ReturnType<GenericProvider['resolveFiles']>[number]
type HttpRequest = [url: URL, headers?: OutgoingHttpHeaders | null, cancellation?: CancellationToken]

const Published = z.object({
  version: z.string().max(100),
  files: z.array(z.object({ url: z.string(), sha512: z.string().regex(/^[A-Za-z0-9+/]{86}==$/) })).min(1),
  releaseDate: z.string(),
})

/** Matches names without special meaning to any shell or file system. */
const plainName = /^[A-Za-z0-9][\w.+~ -]*$/

class VerifiedProvider extends GenericProvider {
  readonly #config: UpdateConfig
  readonly #builtAt: string

  constructor(config: UpdateConfig, builtAt: string, updater: AppUpdater, runtime: ProviderRuntimeOptions) {
    const { url, channel, useMultipleRangeRequest } = config
    super({ provider: 'generic', url: url.href, channel }, updater, {
      ...runtime,
      isUseMultipleRangeRequest: useMultipleRangeRequest,
    })
    this.#config = config
    this.#builtAt = builtAt
  }

  /** Removes the installation id that electron-updater would send to the server each time. */
  override setRequestHeaders(headers: OutgoingHttpHeaders | null): void {
    const headersToSend = Object.entries(headers ?? {}).filter(([name]) => name.toLowerCase() !== 'x-user-staging-id')
    super.setRequestHeaders(headers === null ? null : Object.fromEntries(headersToSend))
  }

  override async getLatestVersion(): Promise<UpdateInfo> {
    const info = await super.getLatestVersion()
    const published = Published.safeParse(info)
    if (!published.success) throw new UpdateFailure('unreadable', { cause: published.error })
    this.resolveFiles(info)
    // A signed release that was withdrawn may have a greater version than this program.
    const isOlder = !((parseInstant(published.data.releaseDate) ?? 0) >= Date.parse(this.#builtAt))
    if (isOlder) throw new UpdateFailure('unreadable', { cause: new Error('The release is older than this program') })
    return info
  }

  override resolveFiles(info: UpdateInfo): UpdateFile[] {
    const files = super.resolveFiles(info)
    for (const { url, packageInfo } of files) {
      const name = decodeURIComponent(url.pathname.split('/').at(-1) ?? '')
      const isOwn = url.origin === this.#config.url.origin && plainName.test(name) && packageInfo === undefined
      if (!isOwn) throw new UpdateFailure('unreadable', { cause: new Error('A published file may not be used') })
    }
    return files
  }

  /** electron-updater uses this for the published metadata only. */
  protected override async httpRequest(...[url, headers, cancellation]: HttpRequest): Promise<string | null> {
    const text = await super.httpRequest(url, headers, cancellation)
    const { key } = this.#config
    if (key === null) return text
    const signature = await this.#signature(url, headers, cancellation)
    const name = url.pathname.split('/').at(-1) ?? ''
    if (!verify(null, Buffer.from(`${name}\n${text ?? ''}`, 'utf8'), key, signature))
      throw new UpdateFailure('signature')
    return text
  }

  async #signature(...[url, headers, cancellation]: HttpRequest): Promise<Buffer> {
    const address = new URL(url)
    address.pathname += '.sig'
    try {
      return Buffer.from((await super.httpRequest(address, headers, cancellation)) ?? '', 'base64')
    } catch (thrown) {
      if (thrown instanceof Error && 'statusCode' in thrown && thrown.statusCode === 404)
        throw new UpdateFailure('signature', { cause: thrown })
      throw thrown
    }
  }
}

/**
 * Returns a class for this configuration, because electron-updater creates the provider itself.
 * @param builtAt when this program was built
 */
export function providerOf(config: UpdateConfig, builtAt: string) {
  return class extends VerifiedProvider {
    constructor(_options: unknown, updater: AppUpdater, runtime: ProviderRuntimeOptions) {
      super(config, builtAt, updater, runtime)
    }
  }
}
