import type { DeviceRow } from '#shared/model/customer/views.ts'

/** A device is named by its vendor and its name, unless the name begins with the vendor. */
export const deviceName = ({ vendor, name }: DeviceRow): string =>
  vendor === null || name.toLowerCase().startsWith(vendor.toLowerCase()) ? name : `${vendor} ${name}`
