/** The only addresses that the desk has another program open: those of a message that is to be sent. */
const beginnings = [
  /^https:\/\/wa\.me\/\d{0,15}\?text=/,
  /^https:\/\/t\.me\/share\/url\?url=/,
  /^sms:(?:\+\d{1,15})?\?body=/,
] as const

/** What follows is encoded, so it has no character that a shell or another program takes for its own. */
export const isMessageAddress = (address: string): boolean =>
  beginnings.some((beginning) => beginning.test(address)) && /^[\w:/?=&%.~!*'()+-]+$/.test(address)
