import { expect, test } from 'vitest'
import { ProxySetting } from '#shared/model/proxy.ts'

test.each([
  'direct',
  ' Direct ',
  'http://proxy.example.com:3128',
  'https://proxy.example.com',
  'HTTP://10.0.0.1:8080/',
  'http://[2001:db8::1]:3128',
  'http://proxy:1',
  'http://proxy_1.local:65535',
])('%s is a valid proxy setting', (text) => {
  expect(ProxySetting.safeParse(text).success).toBe(true)
})

test.each([
  '',
  'proxy.example.com',
  'proxy.example.com:3128',
  'socks5://proxy.example.com:1080',
  'http://',
  'http://proxy:0',
  'http://proxy:65536',
  'http://proxy:x',
  'http://user:secret@proxy:3128',
  'http://user@proxy:3128',
  'http://proxy:3128/path',
  'http://proxy:3128?x=1',
  'http://proxy:3128#x',
  'http://pro xy',
  'http://proxy:3128\r\nx: 1',
  'http://-proxy',
  'file:///etc/passwd',
])('%j is not a valid proxy setting', (text) => {
  expect(ProxySetting.safeParse(text).success).toBe(false)
})
