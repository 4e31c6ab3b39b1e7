/** Gives the desk of a test a mail server, as an agent sets it in Settings. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { authority } from '../support/certificates.ts'
import {
  mailSecret,
  mailUser,
  startMailServer,
  type MailServer,
  type MailServerOptions,
} from '../support/mailServer.ts'
import { answerQuestion } from '../support/questions.ts'
import { heading, reloadWindow, type Scene } from './journey.ts'

/** Sets the mail server of the desk to a new one, which ends with the test. */
export async function withMailServer(
  scene: Pick<Scene, 'desk' | 'page'>,
  options: MailServerOptions = {},
): Promise<MailServer> {
  const server = await startMailServer(options)
  onTestFinished(() => server.close())
  const folder = await mkdtemp(join(tmpdir(), 'esim-desk-mail-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const caFile = join(folder, 'authority.pem')
  await writeFile(caFile, authority)
  const mail = {
    host: 'localhost',
    port: server.port,
    security: 'starttls',
    user: mailUser,
    auth: 'password',
    from: mailUser,
    caFile,
    secret: mailSecret,
  }
  const setting = scene.page.evaluate(`window.desk.settings.set(${JSON.stringify({ mail })})`)
  await answerQuestion(scene.desk, 'Use this mail server?')
  expect(await setting).toMatchObject({ ok: true })
  await reloadWindow(scene.desk)
  await heading(scene.page, 'Customers').waitFor()
  return server
}
