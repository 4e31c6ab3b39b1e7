/**
 * Notifications of the system. The last one about each subject is kept until the person closes it, because a collected
 * one loses its clicks. On Windows one whose time has passed stays in the notification centre; a click on it there
 * would start a desk that has ended, so the end removes it.
 */
import { Notification } from 'electron'
import type { Host, HostNotification } from '../host.ts'
import type { Desktop } from './desktop.ts'

interface Notifications {
  readonly notify: Host['notify']
  /** Removes those that are still shown. */
  readonly closeAll: () => void
}

export function createNotifications({
  isInFront,
  bringForward,
}: Pick<Desktop, 'isInFront' | 'bringForward'>): Notifications {
  const shown = new Map<HostNotification['about'], Notification>()
  return {
    notify({ about, title, body, onClick }) {
      if (isInFront() || !Notification.isSupported()) return
      shown.get(about)?.close()
      const notification = new Notification({ title, body })
      shown.set(about, notification)
      notification.on('click', () => {
        bringForward()
        onClick()
      })
      notification.on('close', ({ reason }) => {
        if (reason !== 'timedOut' && shown.get(about) === notification) shown.delete(about)
      })
      notification.show()
    },
    closeAll() {
      for (const notification of shown.values()) notification.close()
    },
  }
}
