export { createMailer, type Mailer } from './email.ts'
export { createDocuments, type Documents } from './documents.ts'
export { createOutbox, type Outbox } from './outbox.ts'
