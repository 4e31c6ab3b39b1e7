/** The packages of the service, their countries, and the devices. */
import * as z from 'zod'
import { CountryRow, DeviceRow, Instant, InventoryRow, Unreadable } from '../model/customer/views.ts'
import { CountrySetId } from '../wire/ids.ts'
import { type AnyNamespace, second, operation, nothing } from './operation.ts'

export const inventory = {
  list: operation(
    () => z.union([nothing, z.strictObject({ refresh: z.boolean().optional() })]),
    () => z.strictObject({ rows: z.array(InventoryRow), unreadable: z.array(Unreadable), fetchedAt: Instant }),
    60 * second,
  ),
  countries: operation(
    () => z.strictObject({ countrySet: CountrySetId }),
    () => z.strictObject({ countries: z.array(CountryRow), source: z.enum(['service', 'inventory']) }),
    60 * second,
  ),
  devices: operation(nothing, () => z.strictObject({ rows: z.array(DeviceRow), fetchedAt: Instant }), 60 * second),
} as const satisfies AnyNamespace
