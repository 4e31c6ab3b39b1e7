export { createMailer, type Mailer } from './email.ts'
export { createInstallation, type Installation } from './installation.ts'
export { createOutbox, type Outbox } from './outbox.ts'
