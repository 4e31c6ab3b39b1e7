/** The texts of notifications in the languages of the program. */
import type { DeskLanguage } from '#shared/language.ts'
import type { AlertKind } from '#shared/model/customer/events.ts'

interface NotificationsText {
  /** The title for a number of alerts. */
  readonly alerts: (count: number) => string
  /** Short names of the alerts, which their numbers follow. */
  readonly alert: Readonly<Record<AlertKind, string>>
  /** The title for a number of operations that need a person. */
  readonly operations: (count: number) => string
  readonly operationsBody: string
}

/** The type requires every language, so a missing language or a missing text fails the build. */
export const texts: Readonly<Record<DeskLanguage, NotificationsText>> = {
  en: {
    alerts: (count) => (count === 1 ? '1 new alert' : `${String(count)} new alerts`),
    alert: {
      lowData: 'Little data left',
      threshold: 'Threshold reached',
      activationFailed: 'Installation failed',
      activationRefused: 'Installation refused',
    },
    operations: (count) => (count === 1 ? '1 operation needs you' : `${String(count)} operations need you`),
    operationsBody: "The desk can't find out whether it went through. Don't repeat it. Open Operations.",
  },
  de: {
    alerts: (count) => (count === 1 ? '1 neue Warnung' : `${String(count)} neue Warnungen`),
    alert: {
      lowData: 'Wenig Daten übrig',
      threshold: 'Schwelle erreicht',
      activationFailed: 'Installation fehlgeschlagen',
      activationRefused: 'Installation abgelehnt',
    },
    operations: (count) => (count === 1 ? '1 Vorgang braucht Sie' : `${String(count)} Vorgänge brauchen Sie`),
    operationsBody: 'Ob er ausgeführt wurde, ist nicht bekannt. Wiederholen Sie ihn nicht. Öffnen Sie „Vorgänge“.',
  },
  es: {
    alerts: (count) => (count === 1 ? '1 alerta nueva' : `${String(count)} alertas nuevas`),
    alert: {
      lowData: 'Quedan pocos datos',
      threshold: 'Umbral alcanzado',
      activationFailed: 'Instalación fallida',
      activationRefused: 'Instalación rechazada',
    },
    operations: (count) =>
      count === 1 ? '1 operación requiere su atención' : `${String(count)} operaciones requieren su atención`,
    operationsBody: 'No se sabe si se ejecutó. No la repita. Abra Operaciones.',
  },
  fr: {
    alerts: (count) => (count === 1 ? '1 nouvelle alerte' : `${String(count)} nouvelles alertes`),
    alert: {
      lowData: 'Peu de données restantes',
      threshold: 'Seuil atteint',
      activationFailed: 'Installation échouée',
      activationRefused: 'Installation refusée',
    },
    operations: (count) =>
      count === 1 ? '1 opération requiert votre attention' : `${String(count)} opérations requièrent votre attention`,
    operationsBody: 'On ne sait pas si elle a été exécutée. Ne la répétez pas. Ouvrez Opérations.',
  },
}
