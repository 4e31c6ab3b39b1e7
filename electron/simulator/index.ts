export { createSimulator, type Simulator } from './simulator.ts'
