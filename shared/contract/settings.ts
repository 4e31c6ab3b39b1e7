/** What an agent sets. */
import { Settings, SettingsChange } from '../model/settings.ts'
import { type AnyNamespace, second, operation, afterQuestion, nothing, startTimeout } from './operation.ts'

export const settings = {
  get: operation(nothing, Settings, startTimeout),
  set: operation(SettingsChange, Settings, afterQuestion(30 * second)),
} as const satisfies AnyNamespace
