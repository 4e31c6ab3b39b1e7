export { createUpdates, type Updates, type UpdatesOptions } from './updates.ts'
