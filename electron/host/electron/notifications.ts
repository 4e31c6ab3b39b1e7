/** Notifications of the system. The last one about each subject is kept, because a collected one loses its clicks. */
import { Notification } from 'electron'
import type { Host, HostNotification } from '../host.ts'
import type { Desktop } from './desktop.ts'

export function createNotify({ isInFront, bringForward }: Pick<Desktop, 'isInFront' | 'bringForward'>): Host['notify'] {
  const shown = new Map<HostNotification['about'], Notification>()
  return ({ about, title, body, onClick }) => {
    if (isInFront() || !Notification.isSupported()) return
    shown.get(about)?.close()
    const notification = new Notification({ title, body })
    shown.set(about, notification)
    notification.on('click', () => {
      bringForward()
      onClick()
    })
    notification.on('close', () => {
      if (shown.get(about) === notification) shown.delete(about)
    })
    notification.show()
  }
}
