/**
 * Finds the devices whose vendor, name or platform contains every typed word (interface 2.4). The devices are prepared
 * once, so that each key costs a single pass.
 */
import type { DeviceRow } from '#shared/model/customer/views.ts'
import { foldText } from '../../lib/foldText.ts'

interface PreparedDevice {
  readonly row: DeviceRow
  readonly text: string
}

const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' })

/** Returns the devices in the order in which they are shown: by vendor, name and platform. */
export function prepareDevices(rows: readonly DeviceRow[]): readonly PreparedDevice[] {
  return rows
    .map((row) => ({ row, text: foldText(`${row.vendor ?? ''} ${row.name} ${row.platform ?? ''}`) }))
    .toSorted(
      (a, b) =>
        collator.compare(a.row.vendor ?? '', b.row.vendor ?? '') ||
        collator.compare(a.row.name, b.row.name) ||
        collator.compare(a.row.platform ?? '', b.row.platform ?? ''),
    )
}

/** Whether the list contains a typed device. */
type DeviceAnswer = { readonly answer: 'yes'; readonly device: DeviceRow } | { readonly answer: 'several' | 'no' }

/**
 * `found` are the devices that contain the typed words. One of them that is named exactly as typed, or the only one, is
 * the device. Part of a name may mean several.
 */
export function answerFor(found: readonly DeviceRow[], typed: string): DeviceAnswer {
  const wanted = foldText(typed).trim().replace(/\s+/g, ' ')
  const isNamed = ({ name, vendor }: DeviceRow): boolean =>
    [name, `${vendor ?? ''} ${name}`].some((text) => foldText(text).trim() === wanted)
  const device = found.find(isNamed) ?? (found.length === 1 ? found[0] : undefined)
  if (device !== undefined) return { answer: 'yes', device }
  return { answer: found.length === 0 ? 'no' : 'several' }
}

export function filterDevices(devices: readonly PreparedDevice[], typed: string): readonly DeviceRow[] {
  const terms = foldText(typed)
    .split(/\s+/)
    .filter((term) => term !== '')
  return devices.filter((device) => terms.every((term) => device.text.includes(term))).map((device) => device.row)
}
