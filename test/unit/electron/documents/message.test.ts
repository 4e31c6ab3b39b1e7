/** A mail is made of what is given to it: no file and no address is read, whatever looks like one. */
import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { simpleParser } from 'mailparser'
import { expect, it, onTestFinished } from 'vitest'
import { compose, sheetMessage } from '../../../../electron/documents/message.ts'
import { mailUser } from '../../../support/mailServer.ts'
import { sampleSheet } from './samples.ts'
import { temporaryFolder } from '../../../support/temporaryFolder.ts'

const secret = 'the content of a file'

async function outside() {
  const folder = await temporaryFolder()
  const file = join(folder, 'secret.txt')
  await writeFile(file, secret)
  let asked = 0
  const server = createServer((_request, response) => {
    asked += 1
    response.end(secret)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => new Promise((resolve) => server.close(() => resolve())))
  const { port } = server.address() as AddressInfo // of a listening TCP server
  return { file, url: `http://127.0.0.1:${String(port)}/secret`, asked: () => asked }
}

const parts = {
  id: 'one',
  code: 'LPA:1$smdp.example.com$AB-12',
  language: 'en',
  from: mailUser,
  to: 'ada@example.org',
  pdf: Buffer.from('%PDF'),
  date: 0,
} as const

it('reads nothing for texts that look like a path, an address or an order to read one', async () => {
  const { file, url, asked } = await outside()
  const texts = [
    file,
    pathToFileURL(file).href,
    url,
    `data:text/plain,${url}`,
    `<img src="${file}">`,
    `<img src="${url}">`,
    `<link rel=stylesheet href="${url}">`,
    `cid:${file}`,
    JSON.stringify({ path: file }),
    JSON.stringify({ href: url }),
    `@${file}`,
    `![x](${url})`,
    `{{${url}}}`,
    `$(cat ${file})`,
    `file:${file}`,
  ]
  for (const text of texts) {
    const sheet = sampleSheet({ text })
    const raw = await sheetMessage({ ...parts, sheet: { ...sheet, brand: { ...sheet.brand, logo: text } }, note: text })
    const { attachments, html } = await simpleParser(raw)
    // A logo that isn't a picture in itself is none.
    expect(attachments.map(({ contentType }) => contentType)).toEqual(['image/png', 'application/pdf'])
    expect(typeof html === 'string' && html.match(/<(?:img|link)\b[^>]*>/g)).toHaveLength(1)
    expect(
      `${raw.toString('latin1')}${attachments.map(({ content }) => content.toString('latin1')).join('')}`,
    ).not.toContain(secret)
    expect(raw.toString('latin1')).not.toContain(Buffer.from(secret).toString('base64').slice(0, -4))
  }
  expect(asked()).toBe(0)
})

it('the composer refuses to read a file or an address even if an option allows it', async () => {
  const { file, url, asked } = await outside()
  const from = { from: mailUser, to: mailUser }
  for (const content of [{ path: file }, { href: url }, { path: url }, { path: pathToFileURL(file).href }]) {
    for (const mail of [
      { text: content },
      { html: content },
      { raw: content },
      { attachments: [content] },
      { alternatives: [content] },
    ]) {
      await expect(compose({ ...from, ...mail }), JSON.stringify(mail)).rejects.toThrow(/access rejected/i)
    }
  }
  expect(asked()).toBe(0)
})
