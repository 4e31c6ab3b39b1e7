import { expect, it } from 'vitest'
import { isHtmlPage } from '#shared/wire/page.ts'
import { textOfProblem, WireProblem } from '#shared/wire/problem.ts'

it.each([
  ['text/html', ''],
  ['application/xhtml+xml', ''],
  ['application/json', '<!DOCTYPE html><title>Log in</title>'],
  [null, '\r\n  <html lang="en">'],
  ['text/plain', '<body>'],
])('%s %j is an HTML page', (contentType, text) => {
  expect(isHtmlPage(contentType, text)).toBe(true)
})

it.each([
  ['application/json', '{"html":"<html>"}'],
  ['text/html-fragment', ''],
  [null, ''],
  [null, '<bodyguard>'],
  [null, `${' '.repeat(200)}<html>`],
])('%s %j is not an HTML page', (contentType, text) => {
  expect(isHtmlPage(contentType, text)).toBe(false)
})

it.each([
  [{ title: 'title', error: 'error', message: 'message', detail: 'detail' }, 'detail'],
  [{ title: 'title', error: 'error', message: 'message' }, 'message'],
  [{ title: 'title', error: 'error', detail: null }, 'error'],
  [{ title: 'title' }, 'title'],
  [{ status: 400 }, null],
])('of the problem %j the most specific text is used', (problem, text) => {
  expect(textOfProblem(WireProblem.parse(problem))).toBe(text)
})
