import { describe, expect, test } from 'vitest'
import type { ConnectionProfile } from '#shared/model/connection.ts'
import {
  changeOf,
  emptyFields,
  fieldsOf,
  inputOf,
  problemsOf,
  trialOf,
  type ConnectionFields,
} from '../../../../../renderer/features/connections/connectionFields.ts'

const good: ConnectionFields = {
  name: 'Acme',
  address: 'https://api.example.com',
  segment: 'service',
  caFile: '',
  proxy: '',
  linkHost: '',
  proxyUser: '',
  proxyPassword: '',
  clientId: 'id',
  clientSecret: 'secret',
}
const stored: ConnectionProfile = {
  id: 'p-1',
  name: 'Acme',
  kind: 'service',
  address: 'https://api.example.com',
  segment: 'service',
  caFile: null,
  proxy: null,
  linkHost: null,
  secret: 'stored',
  createdAt: '2026-01-01T00:00:00Z',
  lastOpenedAt: null,
}

describe('the problems of the fields', () => {
  test('are none if all fields are valid', () => {
    expect(problemsOf(good, null)).toEqual({})
  })

  test('include every missing field', () => {
    expect(problemsOf(emptyFields(), null)).toEqual({
      name: 'required',
      address: 'required',
      segment: 'required',
      clientId: 'required',
      clientSecret: 'required',
    })
  })

  test.each([
    ['api.example.com', 'address'],
    ['ftp://api.example.com', 'scheme'],
    ['http://api.example.com', 'httpElsewhere'],
    ['http://127.0.0.1.example.com', 'httpElsewhere'],
    ['https://user:pass@api.example.com', 'inAddress'],
    ['https://api.example.com?x=1', 'inAddress'],
    ['https://api.example.com/#x', 'inAddress'],
  ])('the address %s', (address, problem) => {
    expect(problemsOf({ ...good, address }, null).address).toBe(problem)
  })

  test.each([
    'http://127.0.0.1:8080',
    'http://localhost:1',
    'http://[::1]:9/base',
    'https://api.example.com/base/',
    '  https://api.example.com ',
  ])('the address %s is fine', (address) => {
    expect(problemsOf({ ...good, address }, null)).toEqual({})
  })

  test.each(['two words', 'a/b', 'ä'])('the segment "%s" is refused', (segment) => {
    expect(problemsOf({ ...good, segment }, null).segment).toBe('segment')
  })
})

describe('a stored connection', () => {
  test('keeps its secret if none was typed', () => {
    const fields = { ...fieldsOf(stored), name: 'Acme Travel' }
    expect(problemsOf(fields, stored)).toEqual({})
    expect(changeOf(fields, stored)).toEqual({
      id: 'p-1',
      name: 'Acme Travel',
      address: 'https://api.example.com',
      segment: 'service',
      caFile: null,
      proxy: null,
      linkHost: null,
    })
  })

  test('requires its secret again if the address changes', () => {
    const fields = { ...fieldsOf(stored), address: 'https://elsewhere.example' }
    expect(problemsOf(fields, stored)).toEqual({ clientId: 'secretAgain', clientSecret: 'secretAgain' })
  })

  test('requires both if one was typed or none is stored', () => {
    expect(problemsOf({ ...fieldsOf(stored), clientSecret: 'new' }, stored)).toEqual({ clientId: 'required' })
    expect(problemsOf(fieldsOf(stored), { ...stored, secret: 'missing' })).toEqual({
      clientId: 'required',
      clientSecret: 'required',
    })
  })
})

test('spaces from copying are removed from every field', () => {
  expect(
    inputOf({
      name: ' Acme ',
      address: ' https://api.example.com ',
      segment: ' service ',
      caFile: '  ',
      proxy: ' ',
      linkHost: ' ',
      proxyUser: '',
      proxyPassword: '',
      clientId: ' id\n',
      clientSecret: '\tsecret ',
    }),
  ).toEqual({
    name: 'Acme',
    address: 'https://api.example.com',
    segment: 'service',
    caFile: null,
    proxy: null,
    linkHost: null,
    clientId: 'id',
    clientSecret: 'secret',
  })
})

describe('the host of Android links', () => {
  test.each(['', 'setup.example.com', ' Setup.Example.com '])(
    '"%s" is accepted and does not require the secret again',
    (linkHost) => {
      expect(problemsOf({ ...fieldsOf(stored), linkHost }, stored)).toEqual({})
    },
  )

  test.each([
    'https://setup.example.com',
    'setup.example.com/',
    'setup.example.com:443',
    'setup',
    'a@setup.example.com',
    'setup.example.com?x',
    'set up.example.com',
    '127.0.0.1/x',
  ])('"%s" is refused', (linkHost) => {
    expect(problemsOf({ ...fieldsOf(stored), linkHost }, stored)).toEqual({ linkHost: 'linkHost' })
  })

  test('is the default one if it is left empty', () => {
    expect(inputOf({ ...good, linkHost: ' ' })).toMatchObject({ linkHost: null })
    expect(changeOf({ ...fieldsOf({ ...stored, linkHost: 'setup.example.com' }) }, stored)).toMatchObject({
      linkHost: 'setup.example.com',
    })
  })
})

describe('the way to the service', () => {
  const proxied = {
    ...good,
    proxy: 'http://proxy.example.com:3128',
    proxyUser: ' agent ',
    proxyPassword: 'proxy secret ',
  }

  test.each(['', ' direct', 'https://proxy.example.com', 'http://proxy.example.com:3128/'])(
    '"%s" is accepted',
    (proxy) => {
      expect(problemsOf({ ...good, proxy }, null)).toEqual({})
    },
  )

  test.each([
    'proxy.example.com:3128',
    'socks5://proxy.example.com:1080',
    'http://agent:secret@proxy.example.com',
    'none',
  ])('"%s" is refused', (proxy) => {
    expect(problemsOf({ ...good, proxy }, null)).toEqual({ proxy: 'proxy' })
  })

  test('requires both user name and password, or neither', () => {
    expect(problemsOf(proxied, null)).toEqual({})
    expect(problemsOf({ ...proxied, proxyPassword: '' }, null)).toEqual({ proxyPassword: 'required' })
    expect(problemsOf({ ...proxied, proxyUser: ' ' }, null)).toEqual({ proxyUser: 'required' })
    expect(problemsOf({ ...proxied, proxyUser: 'a:b' }, null)).toEqual({ proxyUser: 'proxyUser' })
  })

  test('includes user name and password only if a proxy is typed', () => {
    expect(inputOf(proxied)).toMatchObject({
      proxy: 'http://proxy.example.com:3128',
      proxyUser: 'agent',
      proxyPassword: 'proxy secret ',
    })
    for (const proxy of ['', 'direct'])
      expect(Object.keys(inputOf({ ...proxied, proxy }))).not.toContain('proxyPassword')
  })

  test.each([{ proxy: 'direct' }, { proxy: 'http://other.example' }, { proxy: '' }, { caFile: '/etc/own.pem' }])(
    'requires the secret again if it changes: %o',
    (change) => {
      const before = { ...stored, proxy: 'http://proxy.example.com:3128' }
      expect(problemsOf({ ...fieldsOf(before), ...change }, before)).toEqual({
        clientId: 'secretAgain',
        clientSecret: 'secretAgain',
      })
      expect(problemsOf({ ...fieldsOf(before), proxy: 'HTTP://proxy.example.com:3128/' }, before)).toEqual({})
    },
  )

  test('is tested with the stored secret and the typed values of the proxy', () => {
    const before = { ...stored, proxy: 'http://proxy.example.com:3128' }
    const fields = { ...fieldsOf(before), proxyUser: 'agent', proxyPassword: 'new' }
    expect(trialOf(fields, before)).toEqual({
      name: 'Acme',
      address: 'https://api.example.com',
      segment: 'service',
      caFile: null,
      proxy: 'http://proxy.example.com:3128',
      linkHost: null,
      proxyUser: 'agent',
      proxyPassword: 'new',
      edited: 'p-1',
    })
  })
})
