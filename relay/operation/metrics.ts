/** Figures of the running relay for Prometheus. Labels are kinds and outcomes, never anything of a request. */
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'

export type Metrics = ReturnType<typeof createMetrics>

const seconds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]

interface Gauges {
  readonly spoolDepth: () => number
  readonly streams: () => number
  readonly untrustedProxy?: () => number
}

export function createMetrics(gauges: Gauges) {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const counter = <T extends string>(name: string, help: string, labelNames: readonly T[] = []): Counter<T> =>
    new Counter({ name: `esim_relay_${name}`, help, labelNames, registers })
  const gauge = (name: string, help: string, read: () => number): Gauge =>
    new Gauge({
      name: `esim_relay_${name}`,
      help,
      registers,
      collect() {
        this.set(read())
      },
    })
  gauge('spool_depth', 'Webhooks that wait in the spool for the database', gauges.spoolDepth)
  gauge('streams', 'Desks that are connected to the stream', gauges.streams)
  gauge(
    'untrusted_proxy',
    'Whether a proxy is in front of the relay and RELAY_TRUST_PROXY does not name it',
    gauges.untrustedProxy ?? (() => 0),
  )
  return {
    registry,
    received: counter('received_total', 'Webhooks by kind and outcome', ['kind', 'outcome']),
    events: counter('events_total', 'Events that were stored'),
    repeats: counter('repeats_total', 'Events that repeat another one'),
    unreadable: counter('unreadable_total', 'Bodies that could not be read as their kind'),
    setAside: counter('set_aside_total', 'Webhooks in the spool that could not be written in any form'),
    spooled: counter('spooled_total', 'Webhooks that went into the spool'),
    restored: counter('restored_total', 'How often the database was found to be an older one'),
    records: counter('records_total', 'Records of the log that were read for desks'),
    claims: counter('claims_total', 'Claims by answer', ['answer']),
    refusedAccess: counter('access_refused_total', 'Calls of desks that were refused'),
    answers: counter('answers_total', 'Answers to the client library by kind and outcome', ['kind', 'outcome']),
    acknowledge: new Histogram({
      name: 'esim_relay_acknowledge_seconds',
      help: 'Time from the arrival of a webhook to its acknowledgement',
      buckets: seconds,
      registers,
    }),
    batchSize: new Histogram({
      name: 'esim_relay_batch_size',
      help: 'Webhooks that were committed together',
      buckets: [1, 2, 5, 10, 20, 50, 100, 200, 500],
      registers,
    }),
  }
}
