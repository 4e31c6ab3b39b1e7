export { createSimulator, type Simulator } from './simulator.ts'
export { openMailbox } from './mailbox.ts'
export { forgeDelivery, setReceivers, type Receivers } from './deliveries.ts'
