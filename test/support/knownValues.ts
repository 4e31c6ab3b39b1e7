/** Collects values that a desk has returned, for later calls: identifiers, and which of them belong together. */

const maxPerName = 60
const maxLength = 200

/** A placeholder for a value that the desk has returned under this name, or for `other` if it has returned none. */
export const knownMark = (name: string, chance: number, other: string): string =>
  `@@known:${name}:${String(chance)}:${Buffer.from(JSON.stringify(other)).toString('base64url')}@@`
/** A placeholder for a string of this length, which is created when the call is sent. */
export const longMark = (length: number): string => `@@long:${String(length)}@@`
/** A placeholder for lists nested to this depth. */
export const deepMark = (depth: number): string => `@@deep:${String(depth)}@@`

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
  readonly learn: (op: string, value: unknown) => void
  /** Replaces the placeholders of a text with values. */
  readonly fill: (text: string) => string
}

export function createKnownValues(): KnownValues {
  const byName = new Map<string, string[]>()
  /** The identifiers of a customer's items and profiles, by the uid of the customer, then by name. */
  const families = new Map<string, Map<string, Set<string>>>()

  const add = (name: string, value: string): void => {
    const values = byName.get(name) ?? []
    if (!values.includes(value)) byName.set(name, [...values, value].slice(-maxPerName))
  }

  const walk = (namespace: string, value: unknown, name: string, family: Map<string, Set<string>> | null): void => {
    if (Array.isArray(value)) for (const each of value.slice(0, maxPerName)) walk(namespace, each, name, family)
    else if (typeof value === 'object' && value !== null) {
      for (const [key, inner] of Object.entries(value)) {
        if (typeof inner !== 'string' || inner.length > maxLength) walk(namespace, inner, key, family)
        else {
          const own = `${singular(name)}${capital(key)}`
          for (const each of name === 'rows' || name === '' ? [`${namespace}.${key}`, key] : [own, key])
            add(each, inner)
          for (const each of [own, key]) family?.set(each, (family.get(each) ?? new Set()).add(inner))
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

  const valueOf = (path: string, chance: number, family: Map<string, Set<string>> | undefined): string | undefined => {
    const [namespace = '', , name = ''] = path.split('.')
    if (name === 'customerUid' && families.size > 0 && chance % 5 !== 0) return choose(families.keys(), chance)
    const ofFamily = chance % 7 === 0 ? undefined : choose(family?.get(name), chance)
    return (
      ofFamily ??
      choose(byName.get(`${namespace}.${name}`) ?? byName.get(aliases[name] ?? '') ?? byName.get(name), chance)
    )
  }

  return {
    learn(op, value) {
      const [namespace = ''] = op.split('.')
      const uid: unknown =
        op === 'customers.get' && typeof value === 'object' && value !== null ? Reflect.get(value, 'uid') : null
      const family = typeof uid === 'string' ? new Map<string, Set<string>>() : null
      if (typeof uid === 'string' && family !== null) families.set(uid, family)
      walk(namespace, value, '', family)
    },
    fill(text) {
      // The customer is chosen first, so that the other identifiers can belong to the same customer.
      let family: Map<string, Set<string>> | undefined
      const fillMarks = (given: string, isWanted: (path: string) => boolean): string =>
        given.replaceAll(/@@known:([^:"]+):(\d+):([\w-]*)@@/g, (mark, path: string, chance: string, other: string) => {
          if (!isWanted(path)) return mark
          const value = valueOf(path, Number(chance), family)
          if (path.endsWith('.customerUid')) family = families.get(value ?? '')
          const quoted = value === undefined ? Buffer.from(other, 'base64url').toString() : JSON.stringify(value)
          return quoted.slice(1, -1)
        })
      const isOfCustomer = (path: string): boolean => path.endsWith('.customerUid')
      return fillMarks(fillMarks(text, isOfCustomer), () => true)
        .replaceAll(/@@long:(\d+)@@/g, (_, length: string) => 'x'.repeat(Number(length)))
        .replaceAll(/"@@deep:(\d+)@@"/g, (_, depth: string) => '['.repeat(Number(depth)) + ']'.repeat(Number(depth)))
    },
  }
}
