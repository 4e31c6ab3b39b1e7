export { createSimulator, type Simulator } from './simulator.ts'
export { setReceivers, type Receivers } from './deliveries.ts'
