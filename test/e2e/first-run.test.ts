/** The first minutes: the person connects to a service or tries the sandbox, and the desk explains what fails. */
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { describe, expect, onTestFinished, test } from 'vitest'
import { accessibilityViolations } from '../support/accessibility.ts'
import type { RunningDesk } from '../support/desk.ts'
import { answerQuestion } from '../support/questions.ts'
import { startSandboxProcess } from '../support/sandbox.ts'
import { expectNoConsoleErrors, freshDesk, gridOf, heading, rowsOf, searchField, sharedFreshDesk } from './journey.ts'

interface Typed {
  readonly address: string
  readonly segment?: string
  readonly clientId?: string
  readonly clientSecret?: string
}

async function type(page: Page, typed: Typed): Promise<void> {
  await page.getByLabel('Connection name', { exact: true }).fill('Acme Travel')
  await page.getByLabel('Service address', { exact: true }).fill(typed.address)
  await page.getByLabel('Path segment', { exact: true }).fill(typed.segment ?? 'service')
  await page.getByLabel('Client ID', { exact: true }).fill(typed.clientId ?? 'sandbox-client')
  await page.getByLabel('Client secret', { exact: true }).fill(typed.clientSecret ?? 'sandbox-secret')
}

async function connect({ page }: RunningDesk): Promise<void> {
  await page.getByRole('button', { name: 'Connect', exact: true }).click()
}

/** The desk asks a person before it contacts an unknown address. */
async function connectAndAgree(desk: RunningDesk): Promise<void> {
  await connect(desk)
  await answerQuestion(desk, 'Connect to this service?')
}

async function typedIsStillThere(page: Page, typed: Typed): Promise<void> {
  expect(await page.getByLabel('Service address', { exact: true }).inputValue()).toBe(typed.address)
  expect(await page.getByLabel('Client ID', { exact: true }).inputValue()).toBe(typed.clientId ?? 'sandbox-client')
  expect(await page.getByLabel('Client secret', { exact: true }).inputValue()).toBe(
    typed.clientSecret ?? 'sandbox-secret',
  )
}

async function impostor(listener: RequestListener): Promise<string> {
  const server: Server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return `http://127.0.0.1:${port}`
}

test('the sandbox opens with one click, is clearly marked and full of customers', { tags: ['journey'] }, async () => {
  const desk = await freshDesk()
  expect(await heading(desk.page, 'Connect to your service').isVisible()).toBe(true)
  await desk.page.getByRole('button', { name: 'Try the sandbox', exact: true }).click()
  await searchField(desk.page).waitFor()
  await desk.page.getByText('Sandbox: nothing here is real').first().waitFor()
  await gridOf(desk.page, 'Customers').waitFor()
  await expect.poll(() => rowsOf(desk.page, 'Customers').count()).toBeGreaterThan(8)
  expectNoConsoleErrors(desk)
})

test('a service is tested and connected, and neither the window nor the profile folder contains its secret', async () => {
  const sandbox = await startSandboxProcess({ customers: 50, seed: 7, clientSecret: 'a-rather-particular-secret' })
  onTestFinished(() => sandbox.stop())
  const desk = await freshDesk()
  await type(desk.page, { address: sandbox.info.baseUrl, clientSecret: 'a-rather-particular-secret' })
  await desk.page.getByRole('button', { name: 'Test connection', exact: true }).click()
  const question = await answerQuestion(desk, 'Connect to this service?')
  expect(question.text).toContain(sandbox.info.baseUrl)
  expect(question.text).not.toContain('a-rather-particular-secret')
  await desk.page
    .getByText(/packages/i)
    .first()
    .waitFor()
  // The desk does not ask again about an address that was tested.
  await connect(desk)
  await searchField(desk.page).waitFor()
  await desk.page.getByText('Acme Travel').first().waitFor()
  await desk.page.getByRole('link', { name: /^Not saved \(no keychain\)/ }).waitFor()
  expect(await desk.page.content()).not.toContain('a-rather-particular-secret')
  expect(await desk.profileContents()).not.toContain('a-rather-particular-secret')
  expectNoConsoleErrors(desk)
})

describe('what was typed stays, and a sentence says what to do, with', () => {
  const shared = sharedFreshDesk()

  test('wrong credentials', async () => {
    const sandbox = await startSandboxProcess({ customers: 10, seed: 7 })
    onTestFinished(() => sandbox.stop())
    const desk = shared()
    const typed = { address: sandbox.info.baseUrl, clientSecret: 'wrong' }
    await type(desk.page, typed)
    await connectAndAgree(desk)
    await desk.page
      .getByText(/client id|client secret|credentials/i)
      .and(desk.page.getByRole('alert').locator('*').or(desk.page.getByRole('alert')))
      .first()
      .waitFor()
    await typedIsStillThere(desk.page, typed)
  })

  test.each<[string, RequestListener]>([
    [
      'a page of HTML',
      (_request, response) =>
        void response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>Welcome</title>'),
    ],
    [
      'nothing but 404',
      (_request, response) => void response.writeHead(404, { 'content-type': 'text/html' }).end('<h1>Not found</h1>'),
    ],
    [
      'other JSON',
      (_request, response) =>
        void response.writeHead(200, { 'content-type': 'application/json' }).end('{"hello":"world"}'),
    ],
    [
      'a log-in page',
      (_request, response) =>
        void response
          .writeHead(200, { 'content-type': 'text/html' })
          .end('<form action="/login"><input type="password"></form>'),
    ],
  ])('an address that answers with %s is not this service', async (_name, listener) => {
    const desk = shared()
    const typed = { address: await impostor(listener) }
    await type(desk.page, typed)
    await connectAndAgree(desk)
    await desk.page
      .getByRole('alert')
      .filter({ hasText: /not .*service|address/i })
      .first()
      .waitFor()
    await typedIsStillThere(desk.page, typed)
  })

  test('an address without an answer', async () => {
    const desk = shared()
    const typed = { address: 'http://127.0.0.1:9' }
    await type(desk.page, typed)
    await connectAndAgree(desk)
    await desk.page.getByRole('alert').filter({ hasText: /reach/i }).first().waitFor()
    await typedIsStillThere(desk.page, typed)
  })

  test('http to a host that is not this machine is refused before anything is sent', async () => {
    const desk = shared()
    const typed = { address: 'http://service.example' }
    await type(desk.page, typed)
    await expect.poll(() => desk.page.locator('body').innerText()).toMatch(/https/)
    await typedIsStillThere(desk.page, typed)
  })

  test.each(['light', 'dark'] as const)(
    'and the first form has no accessibility violations in the %s theme',
    async (colorScheme) => {
      const desk = shared()
      await desk.page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await desk.page.getByRole('button', { name: 'Try the sandbox' }).waitFor()
      expect(await accessibilityViolations(desk.page)).toEqual([])
    },
  )
})
