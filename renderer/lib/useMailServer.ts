/** Whether mails can be sent, and whether they leave this computer. */
import { computed, type ComputedRef } from 'vue'
import { useConnection } from './connection.store.ts'
import { useSettings } from './settings.store.ts'

/** Why no mail can be sent. */
export type MailObstacle = 'notSetUp' | 'secretMissing'

interface MailServerState {
  readonly obstacle: ComputedRef<MailObstacle | null>
  /** Mails go to the sandbox, which keeps them: no mail server is set. */
  readonly isSandbox: ComputedRef<boolean>
}

export function useMailServer(): MailServerState {
  const settings = useSettings()
  const connection = useConnection()
  const server = computed(() => settings.settings?.mail ?? null)
  const isSandbox = computed(() => settings.settings !== null && server.value === null && connection.isSandbox)
  return {
    obstacle: computed(() => {
      if (server.value === null) return isSandbox.value ? null : 'notSetUp'
      return server.value.secret === 'missing' ? 'secretMissing' : null
    }),
    isSandbox,
  }
}
