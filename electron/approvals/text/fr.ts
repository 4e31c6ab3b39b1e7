import { rateLimits } from '../rules.ts'
import type { QuestionsText } from './types.ts'

const warning = 'Si vous ne venez pas de le demander vous-même, refusez et signalez-le.'

export const fr: QuestionsText = {
  questions: {
    service: {
      title: 'Se connecter à ce service\u202f?',
      text:
        `eSIM Desk ne l'a pas encore utilisé ainsi. L'ID et le secret du client et les données des ` +
        `clients y sont envoyés. ${warning}`,
      yes: 'Se connecter',
      no: 'Ne pas se connecter',
    },
    relay: {
      title: 'Recevoir les événements de ce relais\u202f?',
      text: `eSIM Desk s'y connecte et lui indique quels clients il lit après un événement. ${warning}`,
      yes: "L'utiliser",
      no: "Ne pas l'utiliser",
    },
    mailServer: {
      title: 'Utiliser ce serveur de messagerie\u202f?',
      text: `Il recevra des e-mails contenant des codes d'activation sous cette adresse d'expéditeur. ${warning}`,
      yes: "L'utiliser",
      no: "Ne pas l'utiliser",
    },
    recipient: {
      title: 'Envoyer à cette adresse\u202f?',
      text: `Ce n'est pas l'adresse enregistrée. Toute personne qui lit l'e-mail peut utiliser son contenu. ` + warning,
      yes: 'Envoyer',
      no: 'Ne pas envoyer',
    },
    correction: {
      title: "Changer l'adresse e-mail de ce client\u202f?",
      text: `Dès lors, les codes d'activation de ce client y sont envoyés sans question. ${warning}`,
      yes: 'Changer',
      no: 'Ne pas changer',
    },
    rules: {
      title: "Modifier les règles d'achat\u202f?",
      text: `Après cette modification, elles protègent moins qu'avant. ${warning}`,
      yes: 'Les modifier',
      no: 'Les garder',
    },
    money: {
      title: 'Envoyer cette opération\u202f?',
      text: warning,
      yes: "L'envoyer",
      no: "Ne pas l'envoyer",
    },
    notApplied: {
      title: 'Noter que cela n’a pas été fait\u202f?',
      text:
        'Ce qui a été lu ne le prouve pas. Une fois que c’est noté, la même opération peut être envoyée ' +
        `à nouveau et pourrait être faite deux fois. ${warning}`,
      yes: 'Cela n’a pas été fait',
      no: 'Ne pas le noter',
    },
    codes: {
      title: "Remettre de nombreux codes d'activation\u202f?",
      text:
        `Plus de ${String(rateLimits.codes.count)} codes d'activation ont été demandés en une minute. N'acceptez que si` +
        ` vous préparez de nombreuses fiches\u202f: jusqu'à ${String(rateLimits.codes.grantCount)} autres seront remis en dix` +
        ` minutes. ${warning}`,
      yes: 'Les remettre',
      no: 'Ne pas les remettre',
    },
    mails: {
      title: "Envoyer de nombreux codes d'activation par e-mail\u202f?",
      text:
        "Chacun est envoyé à l'adresse e-mail enregistrée de son client. L'accord vaut pour ces e-mails jusqu'à ce que" +
        ` l'envoi s'interrompe pendant dix minutes, et pour rien d'autre. ${warning}`,
      yes: 'Les envoyer',
      no: 'Ne pas les envoyer',
    },
    letters: {
      title: 'Écrire à de nombreux clients ?',
      text:
        `Chaque e-mail va à l’adresse enregistrée de son client et ne contient pas de code d’activation. ` +
        `Un oui vaut pour ces e-mails jusqu’à ce qu’aucun ne soit envoyé pendant dix minutes, et pour ` +
        `rien d’autre. ${warning}`,
      yes: 'Les envoyer',
      no: 'Ne pas les envoyer',
    },
    journal: {
      title: 'Continuer sans ces opérations\u202f?',
      text:
        `Ce qui manque ne peut plus être consulté\u202f: une opération au résultat inconnu pourrait être ` +
        `répétée. ${warning}`,
      yes: 'Continuer sans elles',
      no: 'Pas maintenant',
    },
  },
  money: {
    amount: (limit) => `Le montant dépasse ${limit}, seuil à partir duquel une personne est consultée.`,
    unknownAmount: (limit) =>
      `Le montant en USD est inconnu et pourrait dépasser ${limit}, seuil à partir duquel une personne ` +
      `est consultée.`,
    acceptedBefore: () =>
      'Le service a déjà accepté cette opération sur ce forfait et ne la montre pas. Elle pourrait ' +
      'être faite deux fois.',
    repeatsUnknown: () =>
      'Le même forfait a été vendu à ce client il y a quelques minutes, et l’on ne sait pas si cela a ' +
      'abouti. Il pourrait être acheté deux fois.',
    refundUnseen: () =>
      'Le service a accepté un remboursement pour ce client et ne le montre pas. S’il n’a pas eu lieu, les deux forfaits ' +
      'sont payés.',
    pace: () =>
      `Plus de ${String(rateLimits.money.count)} opérations ont été envoyées en une minute.` +
      ` Un oui en autorise ${String(rateLimits.money.grantCount)} de plus.`,
  },
  lastChecks: {
    unchanged: 'Le forfait est comme avant',
    notFound: 'Aucun forfait avec sa référence n’a été trouvé',
    incomplete: 'La réponse n’était pas complète',
    none: 'Rien n’a pu être lu',
  },
  accepted: 'Le service a accepté cette opération.',
  operations: {
    activate: 'Activer un forfait',
    refund: 'Rembourser un forfait',
    register: 'Acheter pour un nouveau client',
    'top-up': 'Recharger',
    'top-up-with-profile': 'Recharger avec une nouvelle eSIM',
  },
  rules: {
    dailyLimit: 'Plafond quotidien en USD',
    askAbove: 'Consulter une personne au-delà de, en USD',
    userCountry: 'Pays de résidence',
    userIp: 'Adresse IP',
    metatag: 'Référence',
  },
  losses: {
    missing: 'manque',
    damaged: 'était endommagé',
    other: 'appartient à une autre installation',
    older: 'est une copie plus ancienne',
  },
  labels: {
    service: 'Service',
    relay: 'Relais',
    proxy: 'Proxy',
    caFile: 'Fait confiance aux autorités de',
    linkHost: 'Hôte des liens des clients',
    server: 'Serveur',
    security: 'Chiffrement',
    user: 'Utilisateur',
    from: 'Expéditeur',
    tokenAddress: 'Adresse du jeton',
    to: 'Destinataire',
    customer: 'Client',
    iccid: 'eSIM',
    emailBefore: 'Adresse actuelle',
    emailAfter: 'Nouvelle adresse',
    operation: 'Opération',
    amount: 'Montant',
    packageName: 'Forfait',
    sentAt: 'Envoyé',
    checks: 'Vérifications',
    lastCheck: 'Dernière vérification',
    mails: 'E-mails',
    subject: 'Objet',
    note: 'Votre phrase',
    journal: 'Le journal',
    work: 'Les notes',
    connections: 'Connexions',
  },
  unknown: 'Inconnu',
  newCustomer: 'Nouveau, sans adresse e-mail',
  none: 'aucun',
  testMail: 'E-mail de test',
  change: (before, after) => `${before} → ${after}`,
  missingRows: (loss, count) => `${loss}, au moins ${String(count)} manquantes`,
}
