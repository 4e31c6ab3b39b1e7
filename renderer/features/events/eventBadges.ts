/** The icon and the tone of each kind of event. An alert has the tone of its urgency. */
import { CircleAlert, CircleX, Gauge, Globe, PlayCircle, Smartphone, UserPlus } from '@lucide/vue'
import type { Component } from 'vue'
import type { AlertKind, EventRow } from '#shared/model/customer/events.ts'
import type { WebhookKind } from '#shared/wire/webhookKind.ts'
import type { Tone } from '../../ui/tone.ts'

export const eventIcons: Readonly<Record<WebhookKind, Component>> = {
  esimStatus: Smartphone,
  balanceActivation: PlayCircle,
  lowBalance: CircleAlert,
  dataConsumption: Gauge,
  countryChange: Globe,
  activationRequest: CircleX,
  customerRegistration: UserPlus,
}

const alertTones: Readonly<Record<AlertKind, Tone>> = {
  lowData: 'warn',
  threshold: 'warn',
  activationFailed: 'danger',
  activationRefused: 'danger',
}

export const eventTone = ({ alert }: Pick<EventRow, 'alert'>): Tone => (alert === null ? 'info' : alertTones[alert])
