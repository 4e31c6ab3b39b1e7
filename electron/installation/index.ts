export { createInstallation, type Installation, type InstallationOptions } from './installation.ts'
