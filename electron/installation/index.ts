export { createMailer, type Mailer, type MailerOptions } from './email.ts'
export { createInstallation, type Installation, type InstallationOptions } from './installation.ts'
export { createOutbox, type Outbox } from './outbox.ts'
