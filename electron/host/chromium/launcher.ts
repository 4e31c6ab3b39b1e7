/**
 * The program that started the desk, where it left a channel open to it. A desk with a window on the screen outlives its
 * launcher, because a person may be working in it and can close it. A headless one ends with its launcher: nobody would
 * see it any more, and it would hold the journal for ever.
 */

/** The part of `process` that is used. */
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
