/** The icons and tones of the reasons of "Today". */
import { CircleAlert, CircleHelp, Clock, Download, Gauge, Signal } from '@lucide/vue'
import type { TodayReason } from '#shared/model/customer/today.ts'

export const reasonTags = {
  unconfirmed: { tone: 'warn', icon: CircleHelp },
  failed: { tone: 'danger', icon: CircleAlert },
  notStarted: { tone: 'warn', icon: Signal },
  ending: { tone: 'info', icon: Clock },
  low: { tone: 'info', icon: Gauge },
  notInstalled: { tone: 'neutral', icon: Download },
} as const satisfies Record<TodayReason, unknown>
