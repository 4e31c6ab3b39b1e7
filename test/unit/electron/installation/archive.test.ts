/** Many eSIMs as one ZIP. */
import { unzipSync } from 'fflate'
import { expect, it } from 'vitest'
import { parseActivationCode } from '#shared/model/activationCode.ts'
import { Iccid } from '#shared/wire/ids.ts'
import { sheetsArchive } from '../../../../electron/installation/archive.ts'

function entry(iccid: string, email: string | null) {
  const parsed = parseActivationCode('LPA:1$smdp.example.com$AB-12')
  if (!parsed.ok) throw new Error('not a code')
  return { iccid: Iccid.parse(iccid), email, code: parsed.code }
}

it('has a picture an eSIM and a table of them', async () => {
  const files = unzipSync(await sheetsArchive([entry('8948010000012345678', 'ada@example.org'), entry('8948010000012345679', null)]))
  expect(Object.keys(files)).toEqual(['001-8948010000012345678.png', '002-8948010000012345679.png', 'esims.csv'])
  expect(Buffer.from(files['001-8948010000012345678.png'] ?? []).subarray(1, 4).toString()).toBe('PNG')
  expect(new TextDecoder().decode(files['esims.csv']).split('\r\n')[1]).toBe('"001-8948010000012345678.png","8948010000012345678","ada@example.org","smdp.example.com","AB-12","LPA:1$smdp.example.com$AB-12"')
})

it.each(['=1+1', '+1', '-1', '@x', '\t=1'])('has no formula in its table: %j', async (text) => {
  const files = unzipSync(await sheetsArchive([entry(text, `${text}"x`)]))
  const [, row = ''] = new TextDecoder().decode(files['esims.csv']).split('\r\n')
  expect(row).toContain(`"'${text}"`)
  expect(row).toContain(`"'${text}""x"`)
  expect(Object.keys(files).every((name) => /^\d{3}-\w*\.png$|^esims\.csv$/.test(name))).toBe(true)
})
