/**
 * Returns the proxy that an environment variable names for a protocol, as command-line programs read it, or null
 * without one. `url` is null where its value can't be parsed.
 */
export function proxyVariable(
  protocol: 'http:' | 'https:',
  environment: NodeJS.ProcessEnv,
): { readonly url: URL | null } | null {
  const name = protocol === 'http:' ? 'http_proxy' : 'https_proxy'
  const text = [environment[name], environment[name.toUpperCase()]].find((value) => (value ?? '').trim() !== '')?.trim()
  return text === undefined ? null : { url: URL.parse(text.includes('://') ? text : `http://${text}`) }
}
