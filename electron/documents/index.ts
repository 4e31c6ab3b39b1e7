export { createMailer, type Mailer } from './email.ts'
export { createDocuments, type Documents } from './documents.ts'
export { createMailRun, type MailRun } from './mailRun.ts'
export { createOutbox, type Outbox } from './outbox.ts'
