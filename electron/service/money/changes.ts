/** The requests that change something at the service: money requests and corrections. */
import type { DialectMemory } from '../features/dialect.ts'
import { sendMoneyRequest } from './money.ts'
import { createMoneyRoutes } from './moneyRoutes.ts'
import type { Evidence, MoneyRequest, ServiceClient } from '../types.ts'
import { createWrites, type WriteOptions } from './write.ts'

export interface ChangesOptions extends WriteOptions {
  readonly dialect: DialectMemory
}

type Requests = Pick<
  ServiceClient,
  'correctCustomer' | 'changeInventoryItem' | 'moneyRoutes' | 'rememberMoneyRoute' | 'sendMoney'
>

export interface Changes extends Requests {
  /** Resolves when no request is pending, so that the client can close. */
  readonly settled: () => Promise<void>
}

export function createChanges(options: ChangesOptions): Changes {
  const writes = createWrites(options)
  const routes = createMoneyRoutes(options.segment, options.dialect)
  const pending = new Set<Promise<unknown>>()

  const track = <T>(request: Promise<T>): Promise<T> => {
    const forget = (): void => void pending.delete(request)
    pending.add(request)
    request.then(forget, forget)
    return request
  }
  const sendMoney = async (request: MoneyRequest): Promise<Evidence> => {
    const route = routes.moneyRoutes(request.kind)[request.route]
    if (route === undefined) return { type: 'failure', cause: 'other', written: false, code: 'no such route' }
    return await sendMoneyRequest(options, route, request)
  }

  return {
    ...routes,
    correctCustomer: (...change) => track(writes.correctCustomer(...change)),
    changeInventoryItem: (...change) => track(writes.changeInventoryItem(...change)),
    sendMoney: (request) => track(sendMoney(request)),
    settled: async () => void (await Promise.allSettled(pending)),
  }
}
