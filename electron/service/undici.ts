/**
 * The three parts of undici that are used. The whole library (fetch, sockets, mocks, caches) would cost each start twice
 * the time, before there is a window. They are no public names of it: its version is pinned, and without them nothing of
 * this room passes its tests.
 */
import Agent from 'undici/lib/dispatcher/agent.js'
import apiRequest from 'undici/lib/api/api-request.js'
import buildConnector from 'undici/lib/core/connect.js'
import type { Dispatcher } from 'undici'

export type { buildConnector as Connector } from 'undici'
export { Agent, buildConnector }
export type { Dispatcher }

/** One request, not repeated and following nothing. */
export const sendRequest = (
  dispatcher: Dispatcher,
  options: Dispatcher.RequestOptions,
): Promise<Dispatcher.ResponseData> => apiRequest.call(dispatcher, options)
