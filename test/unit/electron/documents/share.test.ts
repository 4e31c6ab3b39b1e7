/** The messages that lead customers to their installation, and the addresses that other programs open. */
import { describe, expect, it } from 'vitest'
import { ShareChannel, type InstallationSheet } from '#shared/model/esim/installation.ts'
import { sheetLanguages } from '#shared/sheet/language.ts'
import { sheetMessages } from '#shared/sheet/loadMessages.ts'
import { sharedMessage } from '../../../../electron/documents/share.ts'
import { isMessageAddress } from '../../../../electron/host/electron/messageAddress.ts'
import { sampleSheet } from './samples.ts'

const page = 'https://install.example.com/8948010000012345678?a=1&b=2'
const apple = 'https://esimsetup.apple.com/esim_qrcode_provisioning?carddata=LPA:1$smdp.example.com$AB-12'
const android = 'https://esimsetup.android.com/esim_qrcode_provisioning?carddata=LPA:1$smdp.example.com$AB-12'
const withPage: InstallationSheet = { ...sampleSheet({ text: '', fields: ['name'] }), links: { apple, android, page } }
const withoutPage: InstallationSheet = {
  ...sampleSheet({ text: '', fields: ['name'] }),
  links: { apple, android, page: null },
}
const en = await sheetMessages('en')

describe('a message', () => {
  it('has the page of the service and no code, where there is a page', () => {
    const { text } = sharedMessage(withPage, en, 'sms')
    expect(text).toContain(`\n${page}\n`)
    expect(text).not.toMatch(/LPA|AB-12/)
  })

  it('has a link for each kind of phone otherwise', () => {
    const { text } = sharedMessage(withoutPage, en, 'sms')
    expect(text).toContain(`\niPhone: ${apple}\nAndroid: ${android}\n`)
  })

  it('begins with the name of the reseller, which is one line of text', () => {
    const brand = { ...withPage.brand, name: 'Shop\nhttps://evil.example' }
    const { text } = sharedMessage({ ...withPage, brand }, en, 'sms')
    expect(text.split('\n')[0]).toBe(`Shop https://evil.example: ${en.share.begin}`)
  })

  it('is refused where there is no link', () => {
    const links = { apple: null, android: null, page: null }
    expect(() => sharedMessage({ ...withPage, links }, en, 'sms')).toThrow('There is no such link')
  })
})

describe('its address', () => {
  it('is that of WhatsApp or of the SMS program with the number, or without one', () => {
    const beginning = (channel: 'whatsapp' | 'sms', to?: string): string =>
      sharedMessage(withPage, en, channel, to).address.split('=')[0] ?? ''
    expect([beginning('whatsapp', '+44 7700 900123'), beginning('whatsapp')]).toEqual([
      'https://wa.me/447700900123?text',
      'https://wa.me/?text',
    ])
    expect([beginning('sms', '0044 7700-900123'), beginning('sms')]).toEqual(['sms:+447700900123?body', 'sms:?body'])
  })

  it('gives Telegram the link apart from the text', () => {
    const { searchParams, origin, pathname } = new URL(sharedMessage(withPage, en, 'telegram', '+447700900123').address)
    expect([origin + pathname, searchParams.get('url'), searchParams.get('text')]).toEqual([
      'https://t.me/share/url',
      page,
      `${en.share.begin}\n${en.share.end}`,
    ])
  })

  it.each(sheetLanguages)('is one that may be opened and that Windows takes, in the language %s', async (language) => {
    const messages = await sheetMessages(language)
    for (const channel of ShareChannel.options)
      for (const of of [withPage, withoutPage]) {
        const { address, text } = sharedMessage(of, messages, channel, '+44 7700 900123')
        expect(isMessageAddress(address), address).toBe(true)
        expect(address.length).toBeLessThan(2000)
        if (channel === 'whatsapp') expect(new URL(address).searchParams.get('text')).toBe(text)
      }
  })
})

describe('a program is not opened', () => {
  it.each([
    'https://wa.me.evil.example/?text=x',
    'https://wa.me/settings?text=x',
    'http://wa.me/?text=x',
    'https://t.me/evil?url=x',
    'https://user@t.me/share/url?url=x',
    'sms:+1?body=x y',
    'sms:+1?body="x"',
    'sms:+1?body=x\nhttps://evil.example',
    'sms:+1;rm?body=x',
    'tel:+1',
    'file:///etc/passwd',
    'javascript:sms:?body=x',
    '',
  ])('with an address other than that of such a message: %s', (address) => {
    expect(isMessageAddress(address)).toBe(false)
  })
})
