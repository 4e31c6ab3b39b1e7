/** Addresses that may leave the desk for the system's own programs. */
import { DeskError } from '#shared/errors.ts'

/** @throws DeskError `address_not_allowed` for anything but https and mailto */
export function checkExternal(address: string): URL {
  const url = URL.parse(address)
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'mailto:')) throw new DeskError('address_not_allowed', 'Only https and mailto addresses are opened')
  if (url.username !== '' || url.password !== '') throw new DeskError('address_not_allowed', 'An address with credentials is not opened')
  return url
}
