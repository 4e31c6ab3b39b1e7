/** The icon and the tone of each state of an operation. */
import {
  CircleAlert,
  CircleCheck,
  CircleHelp,
  CircleSlash,
  CircleX,
  LoaderCircle,
  Pencil,
  UserRoundCheck,
} from '@lucide/vue'
import type { Component } from 'vue'
import type { OperationState } from '#shared/model/operation/operation.ts'
import type { Tone } from '../../ui/tone.ts'

export const stateBadges: Readonly<Record<OperationState, { readonly tone: Tone; readonly icon: Component }>> = {
  INTENT: { tone: 'info', icon: Pencil },
  SENDING: { tone: 'info', icon: LoaderCircle },
  CONFIRMED: { tone: 'ok', icon: CircleCheck },
  REJECTED: { tone: 'danger', icon: CircleX },
  NOT_SENT: { tone: 'neutral', icon: CircleSlash },
  UNKNOWN: { tone: 'warn', icon: CircleHelp },
  NOT_APPLIED: { tone: 'neutral', icon: CircleAlert },
  NEEDS_HUMAN: { tone: 'warn', icon: UserRoundCheck },
}
