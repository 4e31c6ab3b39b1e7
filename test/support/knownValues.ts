/** Collects values that a desk has returned, for later calls: identifiers, and which of them belong together. */

const maxPerName = 60
const maxLength = 200

/** A placeholder for a value that the desk has returned under this name, or for `other` if it has returned none. */
export const knownPlaceholder = (name: string, chance: number, other: string): string =>
  `@@known:${name}:${String(chance)}:${Buffer.from(JSON.stringify(other)).toString('base64url')}@@`
/** A placeholder for a string of this length, which is created when the call is sent. */
export const longPlaceholder = (length: number): string => `@@long:${String(length)}@@`
/** A placeholder for lists nested to this depth. */
export const deepPlaceholder = (depth: number): string => `@@deep:${String(depth)}@@`

const singular = (name: string): string => name.replace(/s$/, '')
const capital = (name: string): string => name.slice(0, 1).toUpperCase() + name.slice(1)

/** Names of inputs whose values have another name in results. */
const aliases: Readonly<Record<string, string>> = {
  customerUid: 'customers.uid',
  inventoryItemId: 'inventory.id',
  countrySet: 'inventory.countrySet',
}

export interface KnownValues {
  /** Collects the short texts of a result. */
  readonly collect: (op: string, value: unknown) => void
  /** Replaces the placeholders of a text with values. */
  readonly fill: (text: string) => string
}

export function createKnownValues(): KnownValues {
  const byName = new Map<string, string[]>()
  /** The identifiers of a customer's items and profiles, by the uid of the customer, then by name. */
  const valuesByCustomer = new Map<string, Map<string, Set<string>>>()

  const add = (name: string, value: string): void => {
    const values = byName.get(name) ?? []
    if (!values.includes(value)) byName.set(name, [...values, value].slice(-maxPerName))
  }

  const walk = (
    namespace: string,
    value: unknown,
    name: string,
    customerValues: Map<string, Set<string>> | null,
  ): void => {
    if (Array.isArray(value)) for (const each of value.slice(0, maxPerName)) walk(namespace, each, name, customerValues)
    else if (typeof value === 'object' && value !== null) {
      for (const [key, inner] of Object.entries(value)) {
        if (typeof inner !== 'string' || inner.length > maxLength) walk(namespace, inner, key, customerValues)
        else {
          const own = `${singular(name)}${capital(key)}`
          for (const each of name === 'rows' || name === '' ? [`${namespace}.${key}`, key] : [own, key])
            add(each, inner)
          for (const each of [own, key]) customerValues?.set(each, (customerValues.get(each) ?? new Set()).add(inner))
        }
      }
    }
  }

  /** Chooses one of the newest values in half of the cases, because the desk may not accept older ones any more. */
  const choose = (values: Iterable<string> | undefined, chance: number): string | undefined => {
    const all = [...(values ?? [])]
    const list = chance % 2 === 0 ? all.slice(-5) : all
    return list[chance % Math.max(1, list.length)]
  }

  const valueOf = (
    path: string,
    chance: number,
    customerValues: Map<string, Set<string>> | undefined,
  ): string | undefined => {
    const [namespace = '', , name = ''] = path.split('.')
    if (name === 'customerUid' && valuesByCustomer.size > 0 && chance % 5 !== 0)
      return choose(valuesByCustomer.keys(), chance)
    const ofCustomer = chance % 7 === 0 ? undefined : choose(customerValues?.get(name), chance)
    return (
      ofCustomer ??
      choose(byName.get(`${namespace}.${name}`) ?? byName.get(aliases[name] ?? '') ?? byName.get(name), chance)
    )
  }

  return {
    collect(op, value) {
      const [namespace = ''] = op.split('.')
      const uid: unknown =
        op === 'customers.get' && typeof value === 'object' && value !== null ? Reflect.get(value, 'uid') : null
      const customerValues = typeof uid === 'string' ? new Map<string, Set<string>>() : null
      if (typeof uid === 'string' && customerValues !== null) valuesByCustomer.set(uid, customerValues)
      walk(namespace, value, '', customerValues)
    },
    fill(text) {
      // The customer is chosen first, so that the other identifiers can belong to the same customer.
      let customerValues: Map<string, Set<string>> | undefined
      const fillPlaceholders = (given: string, isWanted: (path: string) => boolean): string =>
        given.replaceAll(/@@known:([^:"]+):(\d+):([\w-]*)@@/g, (mark, path: string, chance: string, other: string) => {
          if (!isWanted(path)) return mark
          const value = valueOf(path, Number(chance), customerValues)
          if (path.endsWith('.customerUid')) customerValues = valuesByCustomer.get(value ?? '')
          const quoted = value === undefined ? Buffer.from(other, 'base64url').toString() : JSON.stringify(value)
          return quoted.slice(1, -1)
        })
      const isOfCustomer = (path: string): boolean => path.endsWith('.customerUid')
      return fillPlaceholders(fillPlaceholders(text, isOfCustomer), () => true)
        .replaceAll(/@@long:(\d+)@@/g, (_, length: string) => 'x'.repeat(Number(length)))
        .replaceAll(/"@@deep:(\d+)@@"/g, (_, depth: string) => '['.repeat(Number(depth)) + ']'.repeat(Number(depth)))
    },
  }
}
