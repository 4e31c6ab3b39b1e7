import type { SheetMessages } from '../messages.ts'

export const de: SheetMessages = {
  locale: 'de',
  direction: 'ltr',
  recipient: 'Für',
  title: 'So installieren Sie Ihre eSIM',
  lead: 'Sie brauchen ein eSIM-fähiges Handy ohne SIM-Lock und eine Internetverbindung, zum Beispiel WLAN.',
  tap: 'Lesen Sie dies auf dem Handy, das die eSIM bekommt? Tippen Sie hier:',
  elsewhere: 'Auf einem anderen Bildschirm?',
  scan: 'Scannen Sie diesen Code mit dem Handy, das die eSIM nutzen soll.',
  qrAlt:
    'QR-Code Ihrer eSIM. Wenn Sie ihn nicht sehen, lassen Sie Ihr Mailprogramm Bilder anzeigen, oder ' +
    'geben Sie die Daten darunter von Hand ein.',
  byHand: 'Oder von Hand eingeben',
  address: 'SM-DP+-Adresse',
  matchingId: 'Aktivierungscode',
  noMatchingId: 'Lassen Sie dieses Feld leer.',
  confirmation: 'Bestätigungscode',
  confirmationHint: 'Ihr Handy fragt danach. Sie erhalten ihn getrennt.',
  iccid: 'ICCID',
  packages: 'Ihr Datenvolumen',
  unnamedPackage: 'Datenpaket',
  validFor: 'gültig für {length}',
  validUntil: 'gültig bis {date}',
  unlimitedData: 'Unbegrenzte Daten',
  unlimited: 'ohne Ablauf',
  starts: {
    use: 'beginnt mit der ersten Verbindung in einem Land, in dem es gilt',
    turn: 'beginnt mit der ersten Verbindung, nachdem das Paket davor aufgebraucht oder abgelaufen ist',
    request: 'beginnt, wenn Sie uns darum bitten',
  },
  latestStart: ', spätestens am {date}',
  where: 'Wo sie funktioniert',
  byPackageList: 'Laut unserer Paketliste: {countries}',
  someCountries: '{count} Länder, darunter {countries}',
  iphone: {
    title: 'iPhone',
    link: 'Auf diesem iPhone installieren',
    from: 'Ab iOS 17.4',
    steps: [
      'Einstellungen › Mobilfunk › eSIM hinzufügen öffnen.',
      '„QR-Code verwenden“ wählen und diesen Code scannen.',
      'Den Schritten folgen, bis die eSIM als aktiv angezeigt wird.',
      'Datenroaming für diese eSIM einschalten.',
    ],
    byHand:
      '„QR-Code verwenden“ und dann „Details manuell eingeben“ wählen und SM-DP+-Adresse und ' +
      'Aktivierungscode von oben eingeben.',
  },
  android: {
    title: 'Android',
    link: 'Auf diesem Android-Handy installieren',
    from: 'Ab Android 10',
    steps: [
      'Einstellungen › Netzwerk & Internet › SIMs › eSIM hinzufügen öffnen.',
      'Diesen Code scannen, sobald sich die Kamera öffnet.',
      'Den Download bestätigen und die eSIM einschalten.',
      'Roaming für diese eSIM einschalten.',
    ],
    byHand:
      'Die manuelle Eingabe wählen (auf manchen Handys unter „Brauchen Sie Hilfe?“) und Adresse und ' +
      'Aktivierungscode von oben eingeben oder, wenn es nur ein Feld gibt: {code}',
  },
  arrivalTitle: 'Bei der Ankunft',
  arrival:
    'Wählen Sie diese eSIM für mobile Daten und lassen Sie ihr Datenroaming eingeschaltet. Schalten Sie ' +
    'Datenroaming für Ihre sonstige SIM aus, damit sie keine Daten verbraucht.',
  worksTitle: 'So sehen Sie, dass sie funktioniert',
  works:
    'Die eSIM zeigt ein Netz an, und eine Webseite öffnet sich bei ausgeschaltetem WLAN. Kommt nach ' +
    'einigen Minuten keine Verbindung zustande, starten Sie das Handy neu.',
  limitTitle: 'Auf dem Handy behalten',
  limit:
    'Eine eSIM lässt sich höchstens 5-mal installieren. Löschen Sie sie nicht, solange Sie sie brauchen. ' +
    'Bei einem neuen Handy entfernen Sie sie zuerst vom alten.',
  page: 'Installationsseite',
  noteTitle: 'Bitte zuerst lesen',
  notes: {
    installed: 'Diese eSIM ist auf einem Handy installiert. Entfernen Sie sie dort, bevor Sie sie erneut installieren.',
    disabled:
      'Diese eSIM ist auf einem Handy installiert und dort ausgeschaltet. ' +
      'Schalten Sie sie in den Mobilfunkeinstellungen ein; eine neue Installation ist nicht nötig.',
    error:
      'Bei der Installation dieser eSIM ist etwas schiefgegangen. ' +
      'Bitte wenden Sie sich an uns, bevor Sie es erneut versuchen: Sie muss ersetzt werden.',
    unknown:
      'Wir konnten nicht sehen, ob diese eSIM bereit ist. Schlägt die Installation fehl, wenden Sie sich bitte an uns.',
    inactive:
      'Diese eSIM wurde wahrscheinlich durch eine andere ersetzt. Bitte wenden Sie sich an uns, bevor Sie ' +
      'sie installieren.',
  },
  secret: 'Dieser Code ist wie ein Schlüssel zu Ihren Daten. Geben Sie ihn nicht weiter.',
  contact: 'Fragen?',
  subject: 'So installieren Sie Ihre eSIM',
  letters: {
    greeting: 'Guten Tag,',
    about: {
      failed: {
        subject: 'Ihre eSIM ist so nicht nutzbar',
        text:
          'Die Installation Ihrer eSIM ist fehlgeschlagen, deshalb lässt sich {package} damit nicht ' +
          'nutzen. Bitte versuchen Sie es nicht noch einmal: Antworten Sie auf diese E-Mail, dann helfen ' +
          'wir Ihnen.',
      },
      notStarted: {
        subject: 'Ihr Datenpaket hat noch nicht begonnen',
        text:
          'Ihre eSIM war in einem Netz, aber {package} hat noch nicht begonnen. Bitte schalten Sie für ' +
          'diese eSIM das Datenroaming ein und starten Sie das Handy neu. Wenn es dann noch nicht geht, ' +
          'schreiben Sie uns bitte, in welchem Land Sie sind.',
      },
      ending: {
        subject: 'Ihr Datenpaket endet bald',
        text:
          '{package} endet am {day} um {time} UTC. Danach lassen sich seine Daten nicht mehr nutzen. Wenn ' +
          'Sie länger Daten brauchen, schreiben Sie uns; Ihre eSIM können Sie behalten.',
      },
      low: {
        subject: 'Ihre Daten sind fast verbraucht',
        text:
          'Als wir eben nachgesehen haben, waren noch {left} Ihrer Daten übrig. Wenn Sie mehr brauchen, ' +
          'schreiben Sie uns; Ihre eSIM können Sie behalten.',
      },
      trouble: {
        subject: 'Mobile Daten: {country}',
        text:
          'In diesem Land gibt es zurzeit Schwierigkeiten mit mobilen Daten: {country}. Sie haben ein ' +
          'Paket dafür: {package}. Wenn Ihre Verbindung nicht geht, schalten Sie bitte den Flugmodus ' +
          'einmal ein und aus, und schreiben Sie uns, wenn das nicht hilft.',
      },
    },
    onRequest: {
      subject: 'Ihr Datenpaket hat noch nicht begonnen',
      text:
        'Ihre eSIM war in einem Netz, und {package} beginnt, wenn Sie uns darum bitten. Sind Sie ' +
        'angekommen? Schreiben Sie uns, dann starten wir es.',
    },
    answer: 'Sie können auf diese E-Mail antworten.',
  },
  share: {
    begin:
      'Ihre eSIM ist bereit. Verbinden Sie das Handy, das sie nutzen soll, mit WLAN, ' +
      'öffnen Sie dort diesen Link und folgen Sie den Schritten.',
    end: 'Wählen Sie dann die eSIM für mobile Daten und schalten Sie Datenroaming ein.',
  },
}
