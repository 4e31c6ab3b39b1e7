/**
 * The settings that are not personal, in a small file: theme, language, limit, muted alerts, the tour and the decimal
 * sign.
 */
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { z } from 'zod'
import type { Emit } from '#shared/contract.ts'
import { LanguageChoice } from '#shared/language.ts'
import { DecimalSign } from '#shared/model/decimalSign.ts'
import { AlertKind } from '#shared/model/customer/events.ts'
import { CustomerLimit, defaultCustomerLimit, type SettingsChange, Theme, TourState } from '#shared/model/settings.ts'
import { createJsonFile } from '../storage/index.ts'
import { asJson } from './asJson.ts'

const Content = z.object({
  version: z.literal(1),
  theme: Theme,
  language: LanguageChoice.catch('system').default('system'),
  customerLimit: CustomerLimit.default(defaultCustomerLimit),
  mutedAlerts: z.array(AlertKind).catch([]).default([]),
  tour: TourState.catch('offered').default('new'),
  /** `null` until an export has chosen one. */
  decimalSign: DecimalSign.nullable().catch(null).default(null),
})
type Content = z.infer<typeof Content>

interface SettingsFile {
  readonly read: () => Promise<Content>
  /** Changes what is not undefined. Changes are applied one after another, so that none overwrites another one. */
  readonly change: (
    changes: Pick<SettingsChange, 'theme' | 'language' | 'customerLimit' | 'mutedAlerts' | 'tour' | 'decimalSign'>,
  ) => Promise<void>
}

/** @param emit emits a notice for a file that could not be read and was moved to quarantine */
export function createSettingsFile(file: string, now: () => number, emit: Emit | undefined): SettingsFile {
  const json = createJsonFile({
    file,
    version: 1,
    schema: Content,
    empty: Content.parse({ version: 1, theme: 'system' }),
    now,
  })
  let lastChange: Promise<unknown> = Promise.resolve()

  const read = async (): Promise<Content> => {
    const { content, movedTo } = await json.read()
    if (movedTo !== null)
      emit?.('notice', { code: 'file_moved_aside', level: 'warning', details: { file: basename(movedTo) } })
    return content
  }

  return {
    read,
    change({ theme, language, customerLimit, mutedAlerts, tour, decimalSign }) {
      const change = lastChange.then(async () => {
        const before = await read()
        await json.write({
          ...before,
          theme: theme ?? before.theme,
          language: language ?? before.language,
          customerLimit: customerLimit ?? before.customerLimit,
          mutedAlerts: mutedAlerts ?? before.mutedAlerts,
          tour: tour ?? before.tour,
          decimalSign: decimalSign ?? before.decimalSign,
        })
      })
      lastChange = change.catch(() => undefined)
      return change
    },
  }
}

/**
 * Reads the stored theme, for what is shown before the desk is built. A file that cannot be read counts as "system"
 * here; the settings themselves report it and move it to quarantine.
 */
export async function storedTheme(file: string): Promise<Theme> {
  const text = await readFile(file, 'utf8').catch(() => undefined)
  return Content.safeParse(asJson(text)).data?.theme ?? 'system'
}
