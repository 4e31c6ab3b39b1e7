/** A map in a store that is emptied with the connection: what it has belongs to the customers of that one. */
import { shallowRef, watch } from 'vue'
import { useConnection } from './connection.store.ts'

interface ConnectionMap<K, V> {
  readonly get: (key: K) => V | undefined
  readonly set: (key: K, value: V) => void
  readonly remove: (key: K) => void
}

export function useConnectionMap<K, V>(): ConnectionMap<K, V> {
  const map = shallowRef<ReadonlyMap<K, V>>(new Map())
  const connection = useConnection()
  watch(
    () => connection.key,
    () => (map.value = new Map()),
    { flush: 'sync' },
  )
  return {
    get: (key) => map.value.get(key),
    set: (key, value) => void (map.value = new Map(map.value).set(key, value)),
    remove(key) {
      const rest = new Map(map.value)
      rest.delete(key)
      map.value = rest
    },
  }
}
