/** Where the profile folder and what is stored outside of it are. */
import { homedir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { defaultProfile, stateFolder } from '../../../../electron/app/profilePath.ts'

it.each([
  ['linux', {}, join(homedir(), '.local', 'state', 'esim-desk')],
  ['linux', { XDG_STATE_HOME: '/s' }, join('/s', 'esim-desk')],
  ['darwin', {}, join(homedir(), 'Library', 'Application Support', 'eSIM Desk State')],
  ['win32', { LOCALAPPDATA: '/local' }, join('/local', 'eSIM Desk State')],
] as const)('the state folder on %s with %j is outside of the profile folder', (platform, env, folder) => {
  expect(stateFolder(platform, env)).toBe(folder)
  const profile = defaultProfile(platform, env)
  expect([folder.startsWith(join(profile, 'x').slice(0, -1)), profile.startsWith(folder)]).toEqual([false, false])
})

it('no test writes into the state folder of whoever runs it', () => {
  expect(stateFolder(process.platform, process.env)).toContain(join('node_modules', '.cache'))
})
