/** The endpoints for countries, flags, devices and the version (interface 4.3 to 4.5, 9; field notes). */
import type { z } from 'zod'
import type { WireCountry } from '#shared/wire/countries.ts'
import { json, type ApiResponse } from '../serializers/response.ts'
import { flagPng } from '../draw/flags.ts'
import type { ApiRequest } from '../http/request.ts'
import type { Endpoint } from '../http/routes.ts'
import { unknown } from '../rules/refusal.ts'
import { countryName, countrySet, everyCountry } from '../store/countrySets.ts'
import { devices } from '../store/devices.ts'
import type { Store } from '../store/store.ts'

function countries(store: Store, { params, headers }: ApiRequest): ApiResponse {
  const id = params.countrySet ?? ''
  const upper = id.toUpperCase()
  const codes =
    countrySet(id)?.countries ?? countrySet(upper)?.countries ?? (everyCountry.has(upper) ? [upper] : undefined)
  if (codes === undefined) throw unknown('country set')
  const locale = [headers.locale].flat()[0]
  const body: z.input<typeof WireCountry>[] = codes.map((code) => ({
    code,
    name: countryName(code, locale),
    imageUrl: `/${store.options.segment}/esim/countries/${code}/flag`,
  }))
  return json(body)
}

function flag(_: Store, { params }: ApiRequest): ApiResponse {
  const code = (params.iso2 ?? '').toUpperCase()
  if (!everyCountry.has(code)) throw unknown('country')
  return { status: 200, type: 'image/png', body: flagPng(code) }
}

const capableDevices = (): ApiResponse => json(devices)
const version = (): ApiResponse => json({ version: '1.0.0-sandbox' })

export const placeEndpoints: readonly Endpoint[] = [
  {
    name: 'countries',
    method: 'GET',
    path: '/{segment}/esim/countries/:countrySet',
    access: 'places',
    handle: countries,
  },
  { name: 'flag', method: 'GET', path: '/{segment}/esim/countries/:iso2/flag', access: 'places', handle: flag },
  {
    name: 'devices',
    method: 'GET',
    path: '/esim/device/esim-capable',
    access: 'places',
    when: ({ devicesPath }) => devicesPath !== 'segment',
    handle: capableDevices,
  },
  {
    name: 'devices',
    method: 'GET',
    path: '/{segment}/esim/device/esim-capable',
    access: 'places',
    when: ({ devicesPath }) => devicesPath !== 'plain',
    handle: capableDevices,
  },
  {
    name: 'version',
    method: 'GET',
    path: '/{segment}/version',
    access: 'open',
    when: ({ optional }) => optional.includes('version'),
    handle: version,
  },
]
