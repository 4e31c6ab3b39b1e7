export { createSimulator, type Simulator } from './simulator.ts'
export { forgeDelivery, setReceivers, type Receivers } from './deliveries.ts'
