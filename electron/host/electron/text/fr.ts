import type { HostText } from './types.ts'

export const fr: HostText = {
  menu: {
    file: '&Fichier',
    edit: '&Modifier',
    view: '&Affichage',
    window: 'Fe&nêtre',
    help: 'Ai&de',

    about: (program) => `À &propos de ${program}`,
    services: 'Services',
    hide: (program) => `Masquer ${program}`,
    hideOthers: 'Masquer les autres',
    showAll: 'Tout afficher',
    quit: (program, platform) => (platform === 'darwin' ? `Quitter ${program}` : '&Quitter'),

    undo: '&Annuler',
    redo: '&Rétablir',
    cut: 'Co&uper',
    copy: '&Copier',
    paste: 'C&oller',
    selectAll: '&Tout sélectionner',

    zoomIn: 'Zoom a&vant',
    zoomOut: 'Zoom a&rrière',
    actualSize: '&Taille réelle',
    fullScreen: '&Plein écran',
    reload: 'Re&charger',
    developerTools: 'Outils de &développement',

    minimize: '&Réduire',
    zoomWindow: 'Zoom',
    closeWindow: '&Fermer la fenêtre',
    bringAllToFront: 'Tout ramener au premier plan',
  },
  closeQuestion: {
    message: "Une opération est en cours d'envoi",
    detail:
      "Le service n'a pas encore répondu. Si vous fermez la fenêtre maintenant, eSIM Desk attend la réponse en" +
      " arrière-plan pendant deux minutes au plus. Si le résultat reste inconnu, le prochain démarrage s'en informe.",
    wait: 'Attendre',
    closeAnyway: 'Fermer quand même',
  },
  stillWaiting: {
    message: 'eSIM Desk attend encore une réponse du service',
    detail:
      "Sa fenêtre a été fermée pendant l'envoi d'une opération. Le programme se termine de lui-même dans les deux" +
      ' minutes ; redémarrez-le ensuite.',
    ok: 'OK',
  },
  fileTypes: {
    csv: 'Tableau CSV',
    pdf: 'Document PDF',
    zip: 'Archive ZIP',
  },
}
