/** A desk that is connected to a sandbox, which is a process of its own. */
import type { Locator, Page } from 'playwright-core'
import { type RunningDesk, startDesk } from '../../support/desk.ts'
import type { SandboxProcess } from '../../support/sandbox.ts'

/** @param address of a service that passes requests on to the sandbox, which the desk connects to instead */
export function startConnectedDesk({ info }: SandboxProcess, address?: string): Promise<RunningDesk> {
  const { baseUrl, segment, clientId, clientSecret } = info
  return startDesk({
    args: ['--service', address ?? baseUrl, '--segment', segment],
    env: { ESIM_DESK_CLIENT_ID: clientId, ESIM_DESK_CLIENT_SECRET: clientSecret },
  })
}

export const searchField = (page: Page): Locator => page.getByRole('searchbox', { name: 'Find a customer' })
