export { createEvents, type Events } from './events.ts'
