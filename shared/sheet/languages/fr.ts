import type { SheetMessages } from '../messages.ts'

export const fr: SheetMessages = {
  locale: 'fr',
  direction: 'ltr',
  recipient: 'Pour',
  title: 'Installez votre eSIM',
  lead:
    'Il vous faut un téléphone compatible eSIM et non verrouillé, et une connexion à Internet, par ' +
    'exemple en Wi-Fi.',
  tap: 'Vous lisez ceci sur le téléphone qui recevra l’eSIM\u202f? Touchez ici\u202f:',
  elsewhere: 'Sur un autre écran\u202f?',
  scan: 'Scannez ce code avec le téléphone qui utilisera l’eSIM.',
  qrAlt:
    'Code QR de votre eSIM. Si vous ne le voyez pas, affichez les images de cet e-mail ou saisissez à la ' +
    'main les données ci-dessous.',
  byHand: 'Ou saisissez ces données à la main',
  address: 'Adresse SM-DP+',
  matchingId: 'Code d’activation',
  noMatchingId: 'Laissez ce champ vide.',
  confirmation: 'Code de confirmation',
  confirmationHint: 'Votre téléphone le demandera. Vous le recevez séparément.',
  iccid: 'ICCID',
  packages: 'Votre forfait',
  unnamedPackage: 'Forfait de données',
  validFor: 'valable {length}',
  validUntil: 'valable jusqu’au {date}',
  unlimitedData: 'Données illimitées',
  unlimited: 'sans expiration',
  starts: {
    use: 'commence à la première connexion dans un pays où il fonctionne',
    turn: 'commence à la première connexion après l’épuisement ou l’expiration du forfait précédent',
    request: 'commence quand vous nous le demandez',
  },
  latestStart: ', au plus tard le {date}',
  where: 'Où elle fonctionne',
  byPackageList: 'D’après notre liste de forfaits\u202f: {countries}',
  someCountries: '{count} pays, dont {countries}',
  iphone: {
    title: 'iPhone',
    link: 'Installer sur cet iPhone',
    from: 'À partir d’iOS 17.4',
    steps: [
      'Ouvrez Réglages › Données cellulaires › Ajouter une eSIM.',
      'Choisissez «\u202fUtiliser un code QR\u202f» et scannez ce code.',
      'Suivez les étapes jusqu’à ce que l’eSIM soit active.',
      'Activez les données à l’étranger pour cette eSIM.',
    ],
    byHand:
      'Choisissez «\u202fUtiliser un code QR\u202f», puis «\u202fSaisir les détails manuellement\u202f», ' +
      'et saisissez l’adresse SM-DP+ et le code d’activation ci-dessus.',
  },
  android: {
    title: 'Android',
    link: 'Installer sur ce téléphone Android',
    from: 'À partir d’Android 10',
    steps: [
      'Ouvrez Paramètres › Réseau et Internet › Cartes SIM › Ajouter une eSIM.',
      'Scannez ce code quand l’appareil photo s’ouvre.',
      'Confirmez le téléchargement et activez l’eSIM.',
      'Activez l’itinérance pour cette eSIM.',
    ],
    byHand:
      'Choisissez la saisie manuelle (sur certains téléphones sous «\u202fBesoin d’aide\u202f?\u202f») et ' +
      'saisissez l’adresse et le code d’activation ci-dessus ou, s’il n’y a qu’un champ\u202f: {code}',
  },
  arrivalTitle: 'À l’arrivée',
  arrival:
    'Choisissez cette eSIM pour les données mobiles et laissez son itinérance activée. Désactivez ' +
    'l’itinérance de votre carte SIM habituelle, pour qu’elle ne consomme pas de données.',
  worksTitle: 'Comment voir qu’elle fonctionne',
  works:
    'L’eSIM affiche un réseau et une page web s’ouvre quand le Wi-Fi est désactivé. Sans connexion après ' +
    'quelques minutes, redémarrez le téléphone.',
  limitTitle: 'Gardez-la sur votre téléphone',
  limit:
    'Une eSIM peut être installée 5 fois au plus. Ne la supprimez pas tant que vous en avez besoin. ' +
    'Pour changer de téléphone, retirez-la d’abord de l’ancien.',
  page: 'Page d’installation',
  noteTitle: 'À lire d’abord',
  notes: {
    installed: 'Cette eSIM est installée sur un téléphone. Retirez-la de ce téléphone avant de l’installer à nouveau.',
    disabled:
      'Cette eSIM est installée sur un téléphone et y est désactivée. ' +
      'Activez-la dans les réglages mobiles\u202f; il n’est pas nécessaire de la réinstaller.',
    error: 'L’installation de cette eSIM a échoué. Contactez-nous avant de réessayer\u202f: elle doit être remplacée.',
    unknown: 'Nous n’avons pas pu voir si cette eSIM est prête. Si l’installation échoue, contactez-nous.',
    inactive: 'Cette eSIM a probablement été remplacée par une autre. Contactez-nous avant de l’installer.',
  },
  secret: 'Ce code est comme une clé de vos données. Ne le transmettez à personne.',
  contact: 'Des questions\u202f?',
  subject: 'Comment installer votre eSIM',
  letters: {
    greeting: 'Bonjour,',
    about: {
      failed: {
        subject: 'Votre eSIM ne peut pas être utilisée ainsi',
        text:
          'L’installation de votre eSIM a échoué : {package} ne peut donc pas être utilisé avec elle. Ne ' +
          'réessayez pas : répondez à cet e-mail et nous vous aiderons.',
      },
      notStarted: {
        subject: 'Votre forfait n’a pas encore commencé',
        text:
          'Votre eSIM a été vue sur un réseau, mais {package} n’a pas encore commencé. Activez ' +
          'l’itinérance des données pour cette eSIM et redémarrez le téléphone. Si cela ne marche toujours ' +
          'pas, dites-nous dans quel pays vous êtes.',
      },
      ending: {
        subject: 'Votre forfait se termine bientôt',
        text:
          '{package} se termine le {day} à {time} UTC. Ensuite, ses données ne pourront plus être ' +
          'utilisées. S’il vous faut des données plus longtemps, dites-le-nous : vous pourrez garder votre ' +
          'eSIM.',
      },
      low: {
        subject: 'Vos données sont presque épuisées',
        text:
          'D’après notre dernière lecture, il vous reste {left} de données. S’il vous en faut davantage, ' +
          'dites-le-nous : vous pourrez garder votre eSIM.',
      },
      trouble: {
        subject: 'Données mobiles : {country}',
        text:
          'Il y a actuellement des difficultés avec les données mobiles dans ce pays : {country}. Vous ' +
          'avez un forfait pour ce pays : {package}. Si votre connexion ne marche pas, activez puis ' +
          'désactivez une fois le mode avion, et dites-nous si cela n’aide pas.',
      },
    },
    onRequest: {
      subject: 'Votre forfait n’a pas encore commencé',
      text:
        'Votre eSIM a été vue sur un réseau, et {package} commence quand vous nous le demandez. ' +
        'Êtes-vous arrivé ? Dites-le-nous et nous le lancerons.',
    },
    answer: 'Vous pouvez répondre à cet e-mail.',
  },
  share: {
    begin:
      'Votre eSIM est prête. Connectez le téléphone qui l’utilisera au Wi-Fi, ouvrez-y ce lien et suivez les étapes.',
    end: 'Choisissez ensuite l’eSIM pour les données mobiles et activez l’itinérance des données.',
  },
}
