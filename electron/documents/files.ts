/** Files of many sheets. Each can be cancelled until it is saved, and reports how many of its sheets it has. */
import type { Emit } from '#shared/contract.ts'
import { DeskError } from '#shared/errors.ts'
import { parseActivationCode } from '#shared/model/esim/activationCode.ts'
import type { Call, HandlersOf } from '../bridge/index.ts'
import type { Host } from '../host/index.ts'
import { printJob, readSheets, type Printer } from './paper.ts'
import type { Reader } from './reader.ts'

interface FileOptions {
  readonly host: Pick<Host, 'saveFile'>
  readonly emit: Emit
  readonly reader: Reader
  readonly renderPdf: Printer['renderPdf']
}

export function createFileHandlers({
  host,
  emit,
  reader: { whileConnected, read },
  renderPdf,
}: FileOptions): Pick<HandlersOf<'installation'>, 'savePdf' | 'bulk' | 'cancelFile'> {
  const created = new Set<AbortController>()
  const report = (done: number, total: number): void => emit('file.progress', { done, total })

  /** Saves what `create` returns, unless it is cancelled before. */
  async function save(
    suggestedName: string,
    call: Call,
    create: (call: Call) => Promise<Uint8Array>,
  ): Promise<{ readonly path: string | null }> {
    const file = new AbortController()
    const signal = AbortSignal.any([call.signal, file.signal])
    created.add(file)
    try {
      const data = await create({ signal })
      signal.throwIfAborted()
      const path = await host
        .saveFile({ suggestedName, data })
        .catch(wrapError('file_unwritable', 'The file could not be written'))
      return { path }
    } finally {
      created.delete(file)
    }
  }

  return {
    savePdf: ({ esims, language, pageSize, name }, call) =>
      save(`${name}.pdf`, call, (of) =>
        whileConnected(of, async (open, signal) => {
          const sheets = await readSheets(
            esims,
            (which) => read(open, which, signal),
            (done) => report(done, esims.length),
          )
          return await renderPdf(printJob(sheets, language), pageSize, signal)
        }),
      ),
    bulk: ({ name, entries, decimal }, call) =>
      save(`${name}.zip`, call, async ({ signal }) => {
        const { sheetsArchive } = await import('./archive.ts')
        if (entries.some(({ code }) => !parseActivationCode(code.text).ok))
          throw new DeskError('code_unusable', 'One of the codes is malformed')
        return await sheetsArchive(entries, decimal, (done) => {
          signal.throwIfAborted()
          report(done, entries.length)
        })
      }),
    cancelFile() {
      for (const file of created) file.abort(new DeskError('aborted', 'The file was cancelled'))
      return Promise.resolve(null)
    },
  }
}

/**
 * Wraps an error in a DeskError with this code. The text of the error is not shown, because it may quote what was
 * printed or where to.
 */
export function wrapError(
  code: 'print_failed' | 'file_unwritable' | 'clipboard_failed',
  message: string,
): (thrown: unknown) => never {
  return (thrown) => {
    throw thrown instanceof DeskError ? thrown : new DeskError(code, message, {}, { cause: thrown })
  }
}
