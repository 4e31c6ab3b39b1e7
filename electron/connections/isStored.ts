import type { ConnectionProfile } from '#shared/model/connection.ts'

/** The connection that the command line opens has this id, and no other has. */
export const ephemeralId = 'ephemeral'

/**
 * Whether data about the customers of a connection may be there at the next start. The sandbox has new data at each
 * start, and a connection from the command line leaves nothing.
 */
export const isStored = ({ kind, id }: Pick<ConnectionProfile, 'kind' | 'id'>): boolean =>
  kind === 'service' && id !== ephemeralId
