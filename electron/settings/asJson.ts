/** Parses stored JSON text. Text that is missing or cannot be parsed becomes an empty object. */
export function asJson(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '{}')
  } catch {
    return {}
  }
}
