/** Names of the two channels that the preload script and the host share. */
export const channels = { call: 'desk:call', event: 'desk:event' } as const
