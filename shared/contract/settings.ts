/** What an agent sets. */
import { Settings, SettingsChange } from '../model/settings.ts'
import { type AnyNamespace, second, operation, afterQuestion, nothing } from './operation.ts'

export const settings = {
  get: operation(nothing, Settings),
  set: operation(SettingsChange, Settings, afterQuestion(30 * second)),
} as const satisfies AnyNamespace
