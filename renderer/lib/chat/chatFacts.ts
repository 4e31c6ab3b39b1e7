/** The facts of the call in a chat: where the customer is, and which device it is. */
import type { DeviceRow } from '#shared/model/customer/views.ts'
import { chatDevices, type ChatDevices } from './chatDevices.ts'
import { chatPlaces, type ChatPlaces } from './chatPlaces.ts'

export interface ChatFacts {
  readonly places: ChatPlaces
  readonly devices: ChatDevices
}

export const chatFacts = (texts: readonly string[], rows: readonly DeviceRow[]): ChatFacts => ({
  places: chatPlaces(texts),
  devices: chatDevices(texts, rows),
})
