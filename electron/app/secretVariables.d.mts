export const credentialVariables: readonly string[]
export function takeVariables(env: NodeJS.ProcessEnv, names: readonly string[]): Readonly<Record<string, string>>
