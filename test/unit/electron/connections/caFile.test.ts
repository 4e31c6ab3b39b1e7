/** Only a small, regular file of certificates is read, and reading never waits forever. */
import { execFileSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readCaFile } from '../../../../electron/connections/caFile.ts'
import { authority } from '../../../support/certificates.ts'
import { thrownBy } from '../service/support.ts'
import { temporaryFolder } from '../../../support/temporaryFolder.ts'

const refusedFor = (reason: string): object => ({ code: 'ca_file_unreadable', details: { reason } })

it('certificates are read, and the text around them is ignored', async () => {
  const file = join(await temporaryFolder(), 'ca.pem')
  await writeFile(file, `Our authority\n${authority}\n`)
  expect(await readCaFile(file)).toBe(authority.trim())
  expect(await readCaFile(null)).toBeUndefined()
})

it.skipIf(process.platform === 'win32')('a pipe that nobody writes to is refused at once', async () => {
  const file = join(await temporaryFolder(), 'pipe')
  execFileSync('mkfifo', [file])
  expect(await thrownBy(readCaFile(file))).toMatchObject(refusedFor('not a file'))
})

it.skipIf(process.platform === 'win32')('an endless device is refused', async () => {
  expect(await thrownBy(readCaFile('/dev/zero'))).toMatchObject(refusedFor('not a file'))
})

it('a folder and a missing file are refused', async () => {
  const folder = await temporaryFolder()
  expect(await thrownBy(readCaFile(folder))).toMatchObject({ code: 'ca_file_unreadable' })
  expect(await thrownBy(readCaFile(join(folder, 'none')))).toMatchObject(refusedFor('ENOENT'))
})

it('a file of more than a megabyte is refused, even with a certificate in it', async () => {
  const file = join(await temporaryFolder(), 'large.pem')
  await writeFile(file, authority + ' '.repeat(1024 * 1024))
  expect(await thrownBy(readCaFile(file))).toMatchObject(refusedFor('too large'))
})
