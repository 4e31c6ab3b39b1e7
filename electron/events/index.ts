export { createEvents, type Events, type EventsOptions } from './events.ts'
export type { EventsPush } from './pushes.ts'
