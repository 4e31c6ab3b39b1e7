/**
 * Watches the program that started the desk, if that left a channel open. A desk with a window on the screen outlives
 * its launcher, because a person may be working in it and can close it. A headless desk ends with its launcher: nobody
 * would see it any more, and it would lock the journal forever.
 */

/** The part of `process` that is needed here. */
export interface LauncherChannel {
  readonly connected: boolean
  readonly once: (event: 'disconnect', listener: () => void) => unknown
}

/** @param hadChannel whether the channel was open when the desk started */
export function onLauncherEnd(listener: () => void, hadChannel: boolean, channel: LauncherChannel): void {
  if (!hadChannel) return
  if (channel.connected) channel.once('disconnect', listener)
  else listener()
}
