import { describe, expect, test } from 'vitest'
import type { ConnectionProfile } from '#shared/model/connection.ts'
import { changeOf, emptyFields, fieldsOf, inputOf, problemsOf, type ConnectionFields } from '../../../../renderer/composables/connections/connectionFields.ts'

const good: ConnectionFields = { name: 'Acme', address: 'https://api.example.com', segment: 'service', caFile: '', clientId: 'id', clientSecret: 'secret' }
const stored: ConnectionProfile = {
  id: 'p-1', name: 'Acme', kind: 'service', address: 'https://api.example.com', segment: 'service', caFile: null, proxy: null, secret: 'stored', createdAt: '2026-01-01T00:00:00Z', lastOpenedAt: null,
}

describe('what is wrong with what was typed', () => {
  test('nothing, where all is well', () => {
    expect(problemsOf(good, null)).toEqual({})
  })

  test('all that is needed is asked for', () => {
    expect(problemsOf(emptyFields(), null)).toEqual({ name: 'required', address: 'required', segment: 'required', clientId: 'required', clientSecret: 'required' })
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

  test.each(['http://127.0.0.1:8080', 'http://localhost:1', 'http://[::1]:9/base', 'https://api.example.com/base/', '  https://api.example.com '])('the address %s is fine', (address) => {
    expect(problemsOf({ ...good, address }, null)).toEqual({})
  })

  test.each(['two words', 'a/b', 'ä'])('the segment "%s" is none', (segment) => {
    expect(problemsOf({ ...good, segment }, null).segment).toBe('segment')
  })
})

describe('a stored connection', () => {
  test('keeps its secret where nothing was typed', () => {
    const fields = { ...fieldsOf(stored), name: 'Acme Travel' }
    expect(problemsOf(fields, stored)).toEqual({})
    expect(changeOf(fields, stored)).toEqual({ id: 'p-1', name: 'Acme Travel', address: 'https://api.example.com', segment: 'service', caFile: null })
  })

  test('wants its secret again where the address changes', () => {
    const fields = { ...fieldsOf(stored), address: 'https://elsewhere.example' }
    expect(problemsOf(fields, stored)).toEqual({ clientId: 'secretAgain', clientSecret: 'secretAgain' })
  })

  test('wants both where one was typed, and where none is stored', () => {
    expect(problemsOf({ ...fieldsOf(stored), clientSecret: 'new' }, stored)).toEqual({ clientId: 'required' })
    expect(problemsOf(fieldsOf(stored), { ...stored, secret: 'missing' })).toEqual({ clientId: 'required', clientSecret: 'required' })
  })
})

test('spaces that came with copying are no part of anything', () => {
  expect(inputOf({ name: ' Acme ', address: ' https://api.example.com ', segment: ' service ', caFile: '  ', clientId: ' id\n', clientSecret: '\tsecret ' })).toEqual({
    name: 'Acme', address: 'https://api.example.com', segment: 'service', caFile: null, clientId: 'id', clientSecret: 'secret',
  })
})
