import type { HostText } from './types.ts'

export const de: HostText = {
  menu: {
    file: '&Datei',
    edit: '&Bearbeiten',
    view: '&Ansicht',
    window: '&Fenster',
    help: '&Hilfe',

    about: (program) => `Ü&ber ${program}`,
    services: 'Dienste',
    hide: (program) => `${program} ausblenden`,
    hideOthers: 'Andere ausblenden',
    showAll: 'Alle einblenden',
    quit: (program, platform) => (platform === 'darwin' ? `${program} beenden` : '&Beenden'),

    undo: '&Rückgängig',
    redo: '&Wiederholen',
    cut: '&Ausschneiden',
    copy: '&Kopieren',
    paste: '&Einfügen',
    selectAll: 'Alles au&swählen',

    zoomIn: 'Ver&größern',
    zoomOut: 'Ver&kleinern',
    actualSize: '&Originalgröße',
    fullScreen: '&Vollbild',
    reload: '&Neu laden',
    developerTools: '&Entwicklerwerkzeuge',

    minimize: '&Minimieren',
    zoomWindow: 'Zoomen',
    closeWindow: 'Fenster s&chließen',
    bringAllToFront: 'Alle nach vorne bringen',
  },
  closeQuestion: {
    message: 'Ein Vorgang wird gerade gesendet',
    detail:
      'Der Dienst hat noch nicht geantwortet. Wenn Sie das Fenster jetzt schließen, wartet eSIM Desk im Hintergrund' +
      ' höchstens zwei Minuten auf die Antwort. Ist das Ergebnis dann noch unbekannt, ermittelt es der nächste Start.',
    wait: 'Warten',
    closeAnyway: 'Trotzdem schließen',
  },
  stillWaiting: {
    message: 'eSIM Desk wartet noch auf eine Antwort des Dienstes',
    detail:
      'Das Fenster wurde geschlossen, während ein Vorgang gesendet wurde. Das Programm endet innerhalb von zwei Minuten' +
      ' von selbst. Starten Sie es danach neu.',
    ok: 'OK',
  },
  fileTypes: {
    csv: 'CSV-Tabelle',
    pdf: 'PDF-Dokument',
    zip: 'ZIP-Archiv',
  },
}
