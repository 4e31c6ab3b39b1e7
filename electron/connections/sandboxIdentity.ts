/** Distinguishes the identities of sandboxes from those of services, also those of sandboxes that have ended. */

const prefix = 'sandbox '

/** @param identity that of the sandbox of this start */
export const sandboxIdentity = (identity: string): string => `${prefix}${identity}`

export const isSandboxIdentity = (identity: string): boolean => identity.startsWith(prefix)
