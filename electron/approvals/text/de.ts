import { rateLimits } from '../rules.ts'
import type { QuestionsText } from './types.ts'

const warning = 'Wenn Sie das nicht gerade selbst angefordert haben, lehnen Sie ab und melden Sie es.'

export const de: QuestionsText = {
  questions: {
    service: {
      title: 'Mit diesem Dienst verbinden?',
      text:
        `eSIM Desk hat ihn so noch nicht verwendet. Client-ID, Client-Secret und Kundendaten gehen ` +
        `dorthin. ${warning}`,
      yes: 'Verbinden',
      no: 'Nicht verbinden',
    },
    relay: {
      title: 'Ereignisse von diesem Relay empfangen?',
      text: `eSIM Desk meldet sich dort an und teilt ihm mit, welche Kunden es nach einem Ereignis liest. ${warning}`,
      yes: 'Verwenden',
      no: 'Nicht verwenden',
    },
    mailServer: {
      title: 'Diesen Mailserver verwenden?',
      text: `Er erhält E-Mails mit Aktivierungscodes unter dieser Absenderadresse. ${warning}`,
      yes: 'Verwenden',
      no: 'Nicht verwenden',
    },
    recipient: {
      title: 'An diese Adresse senden?',
      text: `Es ist nicht die hinterlegte Adresse. Wer die E-Mail liest, kann ihren Inhalt benutzen. ${warning}`,
      yes: 'Senden',
      no: 'Nicht senden',
    },
    correction: {
      title: 'E-Mail-Adresse dieses Kunden ändern?',
      text: `Ab dann gehen Aktivierungscodes für diesen Kunden ohne Rückfrage dorthin. ${warning}`,
      yes: 'Ändern',
      no: 'Nicht ändern',
    },
    rules: {
      title: 'Die Regeln für Käufe ändern?',
      text: `Nach dieser Änderung schützen sie weniger als vorher. ${warning}`,
      yes: 'Ändern',
      no: 'So lassen',
    },
    money: {
      title: 'Diesen Vorgang senden?',
      text: warning,
      yes: 'Senden',
      no: 'Nicht senden',
    },
    notApplied: {
      title: 'Als nicht geschehen festhalten?',
      text:
        'Was gelesen wurde, beweist das nicht. Danach lässt sich derselbe Vorgang erneut senden und' +
        ` könnte zweimal ausgeführt werden. ${warning}`,
      yes: 'Es ist nicht geschehen',
      no: 'Nicht festhalten',
    },
    codes: {
      title: 'Viele Aktivierungscodes herausgeben?',
      text:
        `Mehr als ${String(rateLimits.codes.count)} Aktivierungscodes wurden innerhalb einer Minute angefordert.` +
        ' Stimmen Sie nur zu, während Sie viele Blätter erstellen: Dann werden innerhalb von zehn Minuten bis zu' +
        ` ${String(rateLimits.codes.grantCount)} weitere herausgegeben. ${warning}`,
      yes: 'Herausgeben',
      no: 'Nicht herausgeben',
    },
    mails: {
      title: 'Viele Aktivierungscodes per E-Mail senden?',
      text:
        'Jeder geht an die hinterlegte E-Mail-Adresse seines Kunden. Die Zustimmung gilt für diese E-Mails, bis das' +
        ` Senden zehn Minuten ruht, und für nichts anderes. ${warning}`,
      yes: 'Senden',
      no: 'Nicht senden',
    },
    letters: {
      title: 'Vielen Kunden schreiben?',
      text:
        `Jede E-Mail geht an die Adresse, die zu ihrem Kunden gespeichert ist, und enthält keinen ` +
        `Aktivierungscode. Ein Ja gilt für diese E-Mails, bis zehn Minuten lang keine gesendet wurde, ` +
        `und für nichts sonst. ${warning}`,
      yes: 'Senden',
      no: 'Nicht senden',
    },
    journal: {
      title: 'Ohne diese Vorgänge weiterarbeiten?',
      text:
        'Was fehlt, kann nicht mehr abgefragt werden: Ein Vorgang, dessen Ausgang unbekannt war, könnte doppelt' +
        ` ausgeführt werden. ${warning}`,
      yes: 'Ohne sie weiterarbeiten',
      no: 'Jetzt nicht',
    },
  },
  money: {
    amount: (limit) => `Der Betrag liegt über ${limit}; darüber wird eine Person gefragt.`,
    unknownAmount: (limit) =>
      `Der Betrag in USD ist unbekannt und könnte über ${limit} liegen; darüber wird eine Person gefragt.`,
    acceptedBefore: () =>
      'Der Dienst hat diesen Vorgang an diesem Paket schon einmal angenommen und zeigt ihn nicht. Er ' +
      'könnte zweimal ausgeführt werden.',
    repeatsUnknown: () =>
      'Dasselbe Paket wurde diesem Kunden vor wenigen Minuten verkauft; ob das durchgegangen ist, ist nicht bekannt.' +
      ' Es könnte zweimal gekauft werden.',
    refundUnseen: () =>
      'Der Dienst hat eine Erstattung für diesen Kunden angenommen und zeigt sie nicht. Wurde nicht erstattet, sind beide' +
      ' Pakete bezahlt.',
    pace: () =>
      `Mehr als ${String(rateLimits.money.count)} Vorgänge wurden innerhalb einer Minute gesendet.` +
      ` Eine Zustimmung erlaubt ${String(rateLimits.money.grantCount)} weitere.`,
  },
  lastChecks: {
    unchanged: 'Das Paket ist wie zuvor',
    notFound: 'Kein Paket mit seiner Referenz gefunden',
    incomplete: 'Die Antwort war nicht vollständig',
    none: 'Nichts ließ sich lesen',
  },
  accepted: 'Der Dienst hat diesen Vorgang angenommen.',
  operations: {
    activate: 'Paket aktivieren',
    refund: 'Paket erstatten',
    register: 'Für einen neuen Kunden kaufen',
    'top-up': 'Aufladen',
    'top-up-with-profile': 'Mit neuer eSIM aufladen',
  },
  rules: {
    dailyLimit: 'Tageslimit in USD',
    askAbove: 'Rückfrage über diesem Betrag, in USD',
    userCountry: 'Wohnsitzland',
    userIp: 'IP-Adresse',
    metatag: 'Referenz',
  },
  losses: {
    missing: 'fehlt',
    damaged: 'war beschädigt',
    other: 'gehört zu einer anderen Installation',
    older: 'ist eine ältere Kopie',
  },
  labels: {
    service: 'Dienst',
    relay: 'Relay',
    proxy: 'Proxy',
    caFile: 'Vertraut den Zertifizierungsstellen in',
    linkHost: 'Host der Kundenlinks',
    server: 'Server',
    security: 'Verschlüsselung',
    user: 'Benutzer',
    from: 'Absender',
    tokenAddress: 'Token-Adresse',
    to: 'Empfänger',
    customer: 'Kunde',
    iccid: 'eSIM',
    emailBefore: 'Bisherige Adresse',
    emailAfter: 'Neue Adresse',
    operation: 'Vorgang',
    amount: 'Betrag',
    packageName: 'Paket',
    sentAt: 'Gesendet',
    checks: 'Prüfungen',
    lastCheck: 'Letzte Prüfung',
    mails: 'E-Mails',
    subject: 'Betreff',
    note: 'Ihr Satz',
    journal: 'Das Journal',
    work: 'Die Notizen',
    connections: 'Verbindungen',
  },
  unknown: 'Unbekannt',
  newCustomer: 'Neu, ohne E-Mail-Adresse',
  none: 'keine',
  testMail: 'Test-E-Mail',
  change: (before, after) => `${before} → ${after}`,
  missingRows: (loss, count) => `${loss}, mindestens ${String(count)} fehlen`,
}
