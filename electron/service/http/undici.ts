/**
 * The three parts of undici that the desk uses, which are a measure of the start: loading them takes 45 ms of CPU time,
 * and the whole library (fetch, sockets, mocks, caches) takes 92 ms. These paths are not public, so its version is
 * pinned, and without them no test of this module passes.
 */
import Agent from 'undici/lib/dispatcher/agent.js'
import apiRequest from 'undici/lib/api/api-request.js'
import buildConnector from 'undici/lib/core/connect.js'
import type { Dispatcher } from 'undici'

export type { buildConnector as Connector } from 'undici'
export { Agent, buildConnector }
export type { Dispatcher }

/** Sends one request. It is not repeated and follows no redirect. */
export const sendRequest = (
  dispatcher: Dispatcher,
  options: Dispatcher.RequestOptions,
): Promise<Dispatcher.ResponseData> => apiRequest.call(dispatcher, options)
