import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { CustomerUid } from '#shared/wire/ids.ts'
import { customer, esim, item } from '../../shared/model/customerSamples.ts'
import { openPlace, now, openCalls, locationIn, searchAll } from './support.ts'
import { temporaryFolder } from '../../../support/temporaryFolder.ts'
import { put } from './samples.ts'

describe('nothing secret is in the directory', () => {
  const hostile = customer('h', 'h@x.example', {
    activatedItems: [item('i', { metatag: 'see LPA:1$smdp.example.com$HIDDEN-1' })],
    relatedEsims: [{ ...esim('8937002512345678905'), note: 'https://link.example.com/?carddata=HIDDEN-2' }],
  })

  test('in its copy', async () => {
    const calls = openCalls()
    await put(calls, hostile)
    const copy = JSON.stringify([
      calls.get(hostile.customer.uid),
      calls.list({ limit: 9, now }),
      searchAll(calls, 'LPA:1$smdp.example.com$CODE-8937002512345678905'),
    ])
    expect(copy).not.toMatch(/LPA:|carddata|CODE-|HIDDEN|https:/)
    expect(calls.get(hostile.customer.uid)).toMatchObject({
      fetchedAt: now,
      entry: { customer: { email: 'h@x.example' }, relatedEsims: [{ iccid: '8937002512345678905' }] },
    })
  })

  test.each([
    'LPA%3A1%24smdp.example.com%24HIDDEN-3',
    'lpa%253a1%2524smdp.example.com%2524HIDDEN-3',
    '1$smdp.example.com$HIDDEN-3',
    'scan 1%24smdp.example.com%24HIDDEN-3 now',
    'https://install.example.com/?%63arddata%3DHIDDEN-3',
    'https://link.example.com/?next=https%3A%2F%2Fx.example%2F%3Fcarddata%3DHIDDEN-3',
  ])('however it is written: %j', async (text) => {
    const calls = openCalls()
    await put(
      calls,
      customer('h', 'h@x.example', { activatedItems: [item('i', { metatag: text, note: [text] })], extra: { text } }),
    )
    expect(JSON.stringify([calls.get(CustomerUid.parse('h')), calls.list({ limit: 9, now })])).not.toMatch(
      /HIDDEN|smdp/i,
    )
    expect(searchAll(calls, 'HIDDEN-3')).toEqual([])
  })

  test('in unknown fields of an eSIM profile', async () => {
    const calls = openCalls()
    await put(
      calls,
      customer('h', 'h@x.example', {
        relatedEsims: [
          { ...esim('8937002512345678905', { eid: '89049032' }), matchingId: 'HIDDEN-4', smdp: { code: 'HIDDEN-5' } },
        ],
        matchingId: 'HIDDEN-6',
      }),
    )
    const kept = calls.get(CustomerUid.parse('h'))
    expect(JSON.stringify(kept)).not.toContain('HIDDEN')
    expect(kept?.entry.relatedEsims).toEqual([
      {
        uid: 'esim-8937002512345678905',
        iccid: '8937002512345678905',
        imsi: '240071234567890',
        state: 'INSTALLED',
        active: true,
        eid: '89049032',
      },
    ])
  })

  test('in its file, even for who has the key', async () => {
    const place = locationIn(await temporaryFolder())
    const calls = openCalls(place)
    await put(calls, hostile)
    calls.close()
    expect((await readFile(place.file)).includes('h@x.example')).toBe(false)
    const db = openPlace(place)
    db.exec('CREATE VIRTUAL TABLE temp.single_names USING fts5vocab(main, names, instance)')
    const tables = ['customers', 'sales', 'meta', 'names_data', 'texts_data', 'temp.single_names']
    const text = tables
      .map((table) =>
        JSON.stringify(db.prepare(`SELECT * FROM ${table}`).all(), (_, value: unknown) =>
          Buffer.isBuffer(value) ? value.toString('latin1') : value,
        ),
      )
      .join()
    db.close()
    expect(text).toContain('h@x.example')
    expect(text).not.toMatch(/lpa:|carddata|code-89|hidden/i)
  })
})
