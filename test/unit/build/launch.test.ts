/** Which host a start uses, what it reports otherwise, and in which environment Electron runs. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { temporaryFolder } from '../../support/temporaryFolder.ts'

interface Got {
  readonly binary: string | null
  readonly problem: string | null
}
interface Decision {
  readonly host: string
  readonly electron: string | null
  readonly problem: string | null
}
interface Files {
  readonly read: (file: string) => string | null
  readonly list: (folder: string) => readonly string[]
  readonly stat: (file: string) => { readonly uid: number; readonly mode: number } | null
  readonly realPath: (file: string) => string
}
interface Start {
  readonly binary: string
  readonly platform?: string
  readonly isRoot: boolean
}
type GetElectron = (how: { readonly onRequest: boolean }) => Promise<Got>

// Plain scripts without types: what is used of them is named here.
const {
  decideHost,
  commandLine,
  hostEnvironment,
}: {
  decideHost: (
    flags: readonly string[],
    get: GetElectron,
    system?: {
      readonly findStartProblem: (start: Start) => string | null
      readonly hasBrowser: () => boolean
      readonly isRoot: boolean
    },
  ) => Promise<Decision>
  commandLine: (host: string, electron: string | null, isRoot: boolean) => readonly [string, readonly string[]]
  hostEnvironment: (host: string, env: NodeJS.ProcessEnv) => NodeJS.ProcessEnv
} = await import('../../../build/launch.mjs' as string)
const {
  findLibraryProblem,
}: {
  findLibraryProblem: (
    start: Start,
    list?: (binary: string) => Promise<string>,
    has?: (program: string) => boolean,
    aptKnows?: (name: string) => Promise<boolean>,
  ) => Promise<string | null>
} = await import('../../../build/electron/libraries.mjs' as string)
const { findSandboxProblem }: { findSandboxProblem: (start: Start, files: Files) => string | null } = await import(
  '../../../build/electron/sandbox.mjs' as string
)
const here = (): Promise<Got> => Promise.resolve({ binary: '/electron', problem: null })
const missing = (): Promise<Got> => Promise.resolve({ binary: null, problem: 'there is no network' })
const noProblem = { findStartProblem: () => null, hasBrowser: () => true, isRoot: false }

describe('the host of a start', () => {
  test.each([
    [[], here, 'electron'],
    [[], missing, 'chromium'],
    [['--host=electron'], here, 'electron'],
    [['--host', 'electron', '--debug-port=0'], here, 'electron'],
    [['--sandbox', '--host=chromium'], here, 'chromium'],
    [['--headless'], here, 'chromium'],
    [['--debug-port=1'], here, 'chromium'],
  ] as const)('with %j and Electron %o it is %s', async (flags, get, host) => {
    expect((await decideHost(flags, get, noProblem)).host).toBe(host)
  })

  test('nothing is downloaded if a flag asks for Chromium', async () => {
    const get = vi.fn(here)
    await decideHost(['--headless'], get, noProblem)
    await decideHost(['--host=chromium'], get, noProblem)
    expect(get).not.toHaveBeenCalled()
  })

  test('the reason for not using Electron is reported if it was requested, and a request ignores the remembered failure', async () => {
    expect(await decideHost([], missing, noProblem)).toMatchObject({ host: 'chromium', problem: 'there is no network' })
    expect(await decideHost(['--headless'], missing, noProblem)).toMatchObject({ problem: null })
    const get = vi.fn(missing)
    await expect(decideHost(['--host=electron'], get, noProblem)).rejects.toThrow(
      /--host=chromium.*there is no network\.$/,
    )
    expect(get).toHaveBeenCalledWith({ onRequest: true })
  })

  test('a sandbox that cannot work leads to Chromium, never to a start without the sandbox', async () => {
    const forbidden = { ...noProblem, findStartProblem: () => 'forbidden' }
    expect(await decideHost([], here, forbidden)).toEqual({ host: 'chromium', electron: null, problem: 'forbidden' })
    await expect(decideHost(['--host=electron'], here, forbidden)).rejects.toThrow(/forbidden/)
  })

  test('where no browser is installed, a start ends with the command that Electron needs', async () => {
    const command = 'this command allows it:\n\n  sudo x'
    const noBrowser = { findStartProblem: () => command, hasBrowser: () => false, isRoot: false }
    await expect(decideHost([], here, noBrowser)).rejects.toThrow(
      /^Electron can't start: this command allows it:\n\n {2}sudo x$/,
    )
    await expect(decideHost(['--host=electron'], here, { ...noBrowser, hasBrowser: () => true })).rejects.toThrow(
      /\n {2}sudo x$/,
    )
    // Without Electron a browser is needed, and root gets one without being asked.
    expect((await decideHost([], missing, noBrowser)).host).toBe('chromium')
    expect((await decideHost([], here, { ...noBrowser, isRoot: true })).host).toBe('chromium')
  })

  test('libraries that are missing are named, and lead to Chromium', async () => {
    const listing =
      '\tlinux-vdso.so.1 (0x7ffc)\n\tlibnss3.so => not found\n\tlibc.so.6 => /lib/libc.so.6 (0x7f)\n\tlibgtk-3.so.0 => not found\n'
    const start = { binary: '/electron', platform: 'linux', isRoot: false }
    const missing = 'libraries are missing (libnss3.so, libgtk-3.so.0)'
    for (const [manager, knowsNewName] of [
      ['apt-get', true],
      ['apt-get', false],
      ['dnf', true],
      ['zypper', true],
      ['pacman', true],
    ] as const) {
      const problem = await findLibraryProblem(
        start,
        () => Promise.resolve(listing),
        (name) => name === manager,
        () => Promise.resolve(knowsNewName),
      )
      expect(problem).toMatch(
        new RegExp(`^libraries are missing \\(.*; this brings most of them:\n\n  sudo ${manager} .*nss3?$`),
      )
      // On Ubuntu 24.04 two packages provide the old name, which APT refuses to install.
      expect(problem?.includes('libasound2t64'), manager).toBe(manager === 'apt-get' && knowsNewName)
    }
    const none = (): boolean => false
    expect(await findLibraryProblem(start, () => Promise.resolve(listing), none)).toBe(missing)
    expect(await findLibraryProblem({ ...start, platform: 'darwin' }, () => Promise.resolve(listing))).toBeNull()
    expect(await findLibraryProblem({ ...start, binary: process.execPath })).toBeNull()
    expect(await findLibraryProblem({ ...start, binary: '/no/such/program' })).toBeNull()
  })

  test('only as root Electron is started without its sandbox', () => {
    expect(commandLine('electron', '/electron', false)[1].join(' ')).not.toContain('sandbox')
    expect(commandLine('electron', '/electron', true)[1]).toContain('--no-sandbox')
    expect(commandLine('chromium', null, true)[1].join(' ')).not.toContain('sandbox')
  })

  test('Electron does not inherit variables that would make it a plain Node or stop it', () => {
    const env = { PATH: '/bin', ELECTRON_RUN_AS_NODE: '1', NODE_OPTIONS: '--no-such-option', ESIM_DESK_CLIENT_ID: 'a' }
    expect(hostEnvironment('electron', env)).toEqual({ PATH: '/bin', ESIM_DESK_CLIENT_ID: 'a' })
  })

  test('the Node of the Chromium host returns memory early, unless its environment sets another value', () => {
    expect(hostEnvironment('chromium', { PATH: '/bin' })).toMatchObject({ PATH: '/bin', MALLOC_ARENA_MAX: '1' })
    expect(hostEnvironment('chromium', { MALLOC_ARENA_MAX: '4' })).toMatchObject({ MALLOC_ARENA_MAX: '4' })
  })
})

const restricted = '/proc/sys/kernel/apparmor_restrict_unprivileged_userns'
const binary = "/home/o'hara/desk/node_modules/electron/dist/electron"

function system(texts: Readonly<Record<string, string>>, helper: { uid: number; mode: number } | null): Files {
  return {
    read: (file) => texts[file] ?? null,
    list: (folder) => Object.keys(texts).filter((file) => file.startsWith(`${folder}/`)),
    stat: (file) => (file.endsWith('/dist/chrome-sandbox') ? helper : null),
    realPath: (file) => file.replace('/link/', '/'),
  }
}

const plain = { uid: 1000, mode: 0o100755 }
const rootOwned = { uid: 0, mode: 0o104755 }
const agent = { binary, platform: 'linux', isRoot: false }

describe('Electron’s sandbox', () => {
  test('works if nothing is restricted, whatever the helper is', () => {
    expect(
      findSandboxProblem(agent, system({ [restricted]: '0', '/proc/sys/user/max_user_namespaces': '63000' }, plain)),
    ).toBeNull()
    expect(findSandboxProblem(agent, system({}, null))).toBeNull()
  })

  test.each([
    ['/proc/sys/user/max_user_namespaces', '0', 'user.max_user_namespaces=0'],
    ['/proc/sys/kernel/unprivileged_userns_clone', '0', 'kernel.unprivileged_userns_clone=0'],
  ])('is missing if %s is %s, and one command repairs it', (file, value, name) => {
    const problem = findSandboxProblem(agent, system({ [file]: value }, plain))
    const helper = "'/home/o'\\''hara/desk/node_modules/electron/dist/chrome-sandbox'"
    expect(problem).toContain(name)
    expect(problem).toContain(`sudo chown root:root ${helper} && sudo chmod 4755 ${helper}`)
  })

  test('is missing where AppArmor forbids it, until the command is run that the problem ends with', async () => {
    const folder = await temporaryFolder()
    const problem = findSandboxProblem(agent, system({ [restricted]: '1' }, plain)) ?? ''
    expect(problem).toContain('kernel.apparmor_restrict_unprivileged_userns=1')
    const [, command = ''] = /AppArmor:\n\n {2}(.*)$/.exec(problem) ?? []
    // A shell in which nobody is root, and whose folder of profiles is another one.
    const script = `sudo() { "$@"; }; apparmor_parser() { echo "$@" > ${folder}/loaded; }\n${command}`
    execFileSync('sh', ['-c', script.replaceAll('/etc/apparmor.d/', `${folder}/`)], { stdio: 'ignore' })
    const [, name = ''] = /\/etc\/apparmor\.d\/(esim-desk-sources-[\da-f]{8}) /.exec(command) ?? []
    const profile = readFileSync(join(folder, name), 'utf8')
    expect(profile).toMatch(/^abi <abi\/4\.0>,\ninclude <tunables\/global>\nprofile [\s\S]+\{\n {2}userns,\n\}\n$/)
    expect(readFileSync(join(folder, 'loaded'), 'utf8')).toBe(`--replace ${folder}/${name}\n`)
    const allowed = system({ [restricted]: '1', [`/etc/apparmor.d/${name}`]: profile }, plain)
    expect(findSandboxProblem(agent, allowed)).toBeNull()
    expect(findSandboxProblem({ ...agent, binary: binary.replace('/home/', '/link/home/') }, allowed)).toBeNull()
    // Another copy of the project, also one whose path is the beginning of this one, needs a profile of its own.
    for (const other of [binary.slice(0, -1), `/srv${binary}`]) {
      const needed = findSandboxProblem({ ...agent, binary: other }, allowed)
      expect(needed).toMatch(/esim-desk-sources-[\da-f]{8}/)
      expect(needed).not.toContain(name)
    }
  })

  test('of a path that a profile cannot name as it is, is repaired by its helper', () => {
    for (const folder of ['/home/a/[desk]', '/home/a/desk*', '/home/a/"desk"']) {
      const start = { ...agent, binary: `${folder}/dist/electron` }
      expect(findSandboxProblem(start, system({ [restricted]: '1' }, plain)), folder).toContain('sudo chmod 4755')
    }
  })

  test.each([
    ['belongs to another user', { uid: 1000, mode: 0o104755 }],
    ['has no set-user-ID bit', { uid: 0, mode: 0o100755 }],
    ['cannot be executed by others', { uid: 0, mode: 0o104750 }],
    ['is missing', null],
  ])('is missing if the helper %s', (_what, helper) => {
    expect(findSandboxProblem(agent, system({ [restricted]: '1' }, helper))).not.toBeNull()
  })

  test('works with the helper in place, as root, on other systems, without AppArmor and with a profile for it', () => {
    const files = system({ [restricted]: '1' }, plain)
    expect(findSandboxProblem(agent, system({ [restricted]: '1' }, rootOwned))).toBeNull()
    expect(findSandboxProblem({ ...agent, isRoot: true }, files)).toBeNull()
    expect(findSandboxProblem({ ...agent, platform: 'darwin' }, files)).toBeNull()
    const without = { [restricted]: '1', '/sys/module/apparmor/parameters/enabled': 'N' }
    expect(findSandboxProblem(agent, system(without, plain))).toBeNull()
    const profile = `profile desk "${binary}" flags=(unconfined) {\n  userns,\n}`
    expect(findSandboxProblem(agent, system({ [restricted]: '1', '/etc/apparmor.d/desk': profile }, plain))).toBeNull()
    const other = 'profile other /usr/bin/other flags=(unconfined) {\n  userns,\n}'
    expect(
      findSandboxProblem(agent, system({ [restricted]: '1', '/etc/apparmor.d/other': other }, plain)),
    ).not.toBeNull()
  })
})
