export { createSimulator, type Simulator } from './simulator.ts'
export { createResellersApp, type ResellersApp } from './resellersApp.ts'
export { openMailbox } from './mailbox.ts'
export { forgeDelivery, setReceivers } from './deliveries.ts'
