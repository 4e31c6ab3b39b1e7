export { setWebhookAddresses } from './webhooks.ts'
export { createSimulator, type Simulator } from './simulator.ts'
export type { Receivers } from './deliveries.ts'
