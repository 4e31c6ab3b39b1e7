import type { AnswerMessages } from '../answerMessages.ts'

export const fr: AnswerMessages = {
  locale: 'fr',
  direction: 'ltr',
  unlimitedData: 'des données illimitées',
  unnamedPackage: 'Forfait de données',
  yourPackage: 'votre forfait de données',
  yourPackages: 'vos forfaits',
  onePackage: 'un de vos forfaits {package}',
  answers: {
    unconfirmed:
      'Nous vérifions encore si votre dernière commande est bien passée. Merci de ne pas commander à ' +
      'nouveau\u202f; nous vous préviendrons dès que nous le saurons.',
    esimError: 'L’installation a échoué et cette eSIM n’est plus utilisable. Nous vous en fournirons une nouvelle.',
    weAsk: 'Nous ne voyons pas la cause d’ici. Nous interrogeons le support du réseau et revenons vers vous.',
    wrongCountry:
      'D’après ce que nous voyons, vous ne pouvez pas utiliser {package} dans ce pays ({country}). Il vous ' +
      'faut un autre forfait pour ce pays.',
    wrongCountryNewEsim:
      'D’après ce que nous voyons, vous ne pouvez pas utiliser {package} dans ce pays ({country}). Il vous ' +
      'faut un autre forfait pour ce pays, fourni avec une nouvelle eSIM\u202f: connectez le téléphone au Wi-Fi et ' +
      'scannez le nouveau QR code que nous vous enverrons.',
    wrongCountryConfirm:
      'Nous avons noté ce pays\u202f: {country}. Y êtes-vous\u202f? D’après ce que nous voyons, vous ne pouvez pas y ' +
      'utiliser {package}\u202f; il vous faudrait donc un autre forfait.',
    wrongCountryNetwork:
      'D’après le réseau, votre téléphone est dans ce pays\u202f: {reported}. Êtes-vous déjà dans celui-ci\u202f: ' +
      '{country}\u202f? D’après ce que nous voyons, vous ne pouvez pas y utiliser {package}\u202f; il vous faudrait donc ' +
      'un autre forfait.',
    wrongCountryRecord:
      'D’après ce que nous voyons, vous ne pouvez pas utiliser {package} dans ce pays ({country}). Vous avez ' +
      'une autre eSIM de chez nous qui y fonctionne peut-être. Nous la vérifions\u202f; un instant, s’il vous plaît.',
    wrongCountryRecordConfirm:
      'Nous avons noté ce pays\u202f: {country}. Y êtes-vous\u202f? D’après ce que nous voyons, vous ne pouvez pas y ' +
      'utiliser {package}. Si vous y êtes, nous vérifierons une autre eSIM que vous avez de chez nous.',
    nothingSold: 'Votre eSIM n’a pas encore de données. Nous pouvons ajouter un forfait.',
    refunded: '{package} a été remboursé et n’est donc plus utilisable. Nous pouvons vous vendre un nouveau forfait.',
    usedUp:
      'Les données de {package} sont épuisées. Nous pouvons en ajouter\u202f; elles seront utilisables aussitôt, ' +
      'sur la même eSIM.',
    usedUpNotOn: 'Les données de {package} sont épuisées. Nous pouvons en ajouter\u202f; vous gardez votre eSIM.',
    usedUpNotInstalled:
      'Les données de {package} sont épuisées. Nous pouvons vous vendre un nouveau forfait. Pour l’utiliser, il ' +
      'faut d’abord installer votre eSIM\u202f: connectez le téléphone au Wi-Fi et scannez le QR code que nous ' +
      'vous envoyons.',
    expired: '{package} a pris fin le {day}. Nous pouvons ajouter un nouveau forfait\u202f; vous gardez votre eSIM.',
    expiredNotInstalled:
      '{package} a pris fin le {day}. Nous pouvons vous vendre un nouveau forfait. Pour l’utiliser, il faut ' +
      'd’abord installer votre eSIM\u202f: connectez le téléphone au Wi-Fi et scannez le QR code que nous vous ' +
      'envoyons.',
    otherRecord:
      'Vous avez une autre eSIM de chez nous qui a peut-être encore des données. Nous la vérifions\u202f; un instant, s’il vous plaît.',
    disabled:
      'Votre eSIM est désactivée dans le téléphone. Activez-la dans les réglages mobiles, ainsi que l’itinérance ' +
      'des données.',
    deviceNotListed:
      '{device} n’est pas sur notre liste des téléphones compatibles eSIM. Y a-t-il «\u202fAjouter une ' +
      'eSIM\u202f» dans ses réglages mobiles\u202f?',
    removed:
      'L’eSIM n’est plus sur le téléphone. Scannez de nouveau le QR code. Une eSIM s’installe {max} fois au ' +
      'plus\u202f; si le téléphone la refuse, nous vous en fournirons une nouvelle.',
    notInstalled:
      'Votre eSIM n’est pas encore installée. Connectez le téléphone au Wi-Fi et scannez le QR code que nous ' +
      'vous envoyons.',
    notInstalledMailed:
      'Nous vous avons envoyé le QR code par e-mail. Cherchez-le, aussi dans les spams, connectez le téléphone au Wi-Fi et scannez-le.',
    replaced:
      'Votre eSIM actuelle n’est pas installée sur le téléphone. Connectez le téléphone au Wi-Fi et scannez le ' +
      'QR code que nous vous envoyons.',
    waitingActivation:
      '{package} n’a pas encore été activé. Êtes-vous sur place\u202f? Si oui, nous l’activons maintenant.',
    waitingElsewhere:
      '{package} n’a pas encore été activé et, d’après ce que nous voyons, ne fonctionne pas dans ce pays ' +
      '({country}). Nous l’activerons dès que vous serez dans un pays couvert.',
    waitingConfirm:
      '{package} n’a pas encore été activé. Nous avons noté ce pays\u202f: {country}. Y êtes-vous\u202f? Si oui, ' +
      'nous l’activerons dès que vous serez dans un pays couvert.',
    elsewhere: '{package} ne s’active que dans un pays couvert. Dans quel pays êtes-vous\u202f?',
    elsewhereConfirm:
      '{package} ne s’active que dans un pays couvert. Nous avons noté ce pays\u202f: {country}. Y êtes-vous\u202f?',
    neverSeen:
      'Êtes-vous sur place\u202f? Choisissez cette eSIM pour les données mobiles, activez l’itinérance des ' +
      'données et redémarrez le téléphone.',
    startsByItself:
      '{package} s’active automatiquement dès que le téléphone se connecte dans un pays couvert. Choisissez ' +
      'cette eSIM pour les données mobiles et activez l’itinérance des données.',
    startsThere:
      '{package} fonctionne dans ce pays ({country}) et s’active automatiquement dès que le téléphone se ' +
      'connecte. Choisissez cette eSIM pour les données mobiles, activez l’itinérance des données et redémarrez ' +
      'le téléphone.',
    startsConfirm:
      '{package} s’active automatiquement dès que le téléphone se connecte dans un pays couvert. Choisissez ' +
      'cette eSIM pour les données mobiles, activez l’itinérance des données et redémarrez le téléphone. Nous ' +
      'avons noté ce pays\u202f: {country}. Y êtes-vous\u202f?',
    lowData: 'Il vous reste {left}. Voulez-vous plus de données\u202f?',
    endsSoon:
      '{package} prend fin le {day} à {time} UTC\u202f; il en reste {left}. Ensuite, ces données ne seront plus ' +
      'utilisables. Voulez-vous un nouveau forfait\u202f?',
    throttledDaily:
      '{package} offre {volume} par jour à pleine vitesse. Ensuite, le débit est réduit ({speed}) jusqu’à {time}.',
    throttled: '{package} offre {volume} à pleine vitesse. Ensuite, le débit est réduit ({speed}).',
    notSeenLately:
      'Votre eSIM ne s’est connectée à aucun réseau depuis le {day}. Vérifiez qu’elle est activée et choisie ' +
      'pour les données mobiles, avec l’itinérance des données activée, puis redémarrez le téléphone.',
    whichCountry: 'Nous devons vérifier si {package} fonctionne dans ce pays ({country}). Un instant, s’il vous plaît.',
    noDataUsed:
      'Votre eSIM s’est connectée à un réseau, mais nous ne voyons encore aucune utilisation de données. ' +
      'Choisissez cette eSIM pour les données mobiles, activez l’itinérance des données et redémarrez le ' +
      'téléphone. Dans quel pays êtes-vous\u202f?',
    noDataUsedThere:
      'Votre eSIM s’est connectée à un réseau, mais nous ne voyons encore aucune utilisation de données. ' +
      'Choisissez cette eSIM pour les données mobiles, activez l’itinérance des données et redémarrez le ' +
      'téléphone.',
    fine:
      'Nous ne voyons aucun défaut de notre côté\u202f: il vous reste {left}. Activez puis désactivez le mode avion, ' +
      'vérifiez l’itinérance des données et redémarrez le téléphone. Dans quel pays êtes-vous\u202f?',
    fineConfirm:
      'Nous ne voyons aucun défaut de notre côté\u202f: il vous reste {left}. Activez puis désactivez le mode avion, ' +
      'vérifiez l’itinérance des données et redémarrez le téléphone. Nous avons noté ce pays\u202f: {country}. Y ' +
      'êtes-vous\u202f?',
    fineThere:
      'Nous ne voyons aucun défaut de notre côté\u202f: vos données restantes ({left}) sont utilisables dans ce pays ' +
      '({country}). Activez puis désactivez le mode avion, vérifiez l’itinérance des données et redémarrez le ' +
      'téléphone.',
    fineOnNetwork:
      'Votre eSIM est actuellement sur un réseau ({country}) et il vous reste {left}. Activez puis désactivez ' +
      'le mode avion, vérifiez l’itinérance des données et redémarrez le téléphone.',
    whichPhone:
      'Vous avez plus d’une eSIM de chez nous. De quel téléphone s’agit-il et dans quel pays êtes-vous\u202f?',
    activationOpen:
      'Nous avons demandé l’activation de {package} et attendons la confirmation. Nous vous préviendrons dès que ' +
      'nous l’aurons.',
    refundOpen:
      'Nous avons demandé l’annulation de {package} et attendons la confirmation. Nous vous préviendrons dès que ' +
      'nous l’aurons.',
    refundDone: 'Nous avons annulé {package}. Il n’est plus utilisable.',
    refundSeen: 'D’après ce que nous voyons, {package} est annulé et n’est plus utilisable.',
    refundRefused: 'Nous n’avons pas pu annuler {package}.',
    refundUsed: '{package} ne peut pas être annulé, car ses données ont déjà été utilisées.',
    refundExpired: '{package} ne peut pas être annulé, car sa validité est terminée.',
    refundBefore: '{package} a déjà été annulé auparavant et n’est plus utilisable.',
    refundTooOld: 'Nous ne pouvons pas annuler {package} nous-mêmes, car l’achat est trop ancien.',
    refundNotForCredits: 'Nous ne pouvons pas annuler {package} en raison de la façon dont il a été acheté.',
    activated:
      'Nous avons activé {package}. Choisissez cette eSIM pour les données mobiles et activez l’itinérance des ' +
      'données.',
    activatedNotInstalled:
      'Nous avons activé {package}. Votre eSIM n’est pas installée actuellement\u202f: connectez le téléphone au ' +
      'Wi-Fi et scannez le QR code que nous vous envoyons. Choisissez ensuite cette eSIM pour les données ' +
      'mobiles et activez l’itinérance des données.',
    activationRefused: 'Nous n’avons pas pu activer {package}.',
    addedNow: '{package} est sur l’eSIM que vous avez déjà et a été activé. Il n’y a rien de nouveau à installer.',
    addedNowNotInstalled:
      '{package} est sur l’eSIM que vous avez déjà et a été activé. Cette eSIM n’est pas installée ' +
      'actuellement\u202f: connectez le téléphone au Wi-Fi et scannez le QR code que nous vous envoyons.',
    addedFirstUse:
      '{package} est sur l’eSIM que vous avez déjà et s’active à la première utilisation. Il n’y a rien de ' +
      'nouveau à installer.',
    addedFirstUseNotInstalled:
      '{package} est sur l’eSIM que vous avez déjà et s’active à la première utilisation. Cette eSIM n’est pas ' +
      'installée actuellement\u202f: connectez le téléphone au Wi-Fi et scannez le QR code que nous vous ' +
      'envoyons.',
    addedOnDemand: '{package} est sur l’eSIM que vous avez déjà. Dites-nous quand nous devons l’activer.',
    addedNewEsim:
      '{package} est fourni avec une nouvelle eSIM. Connectez le téléphone au Wi-Fi et scannez le QR ' +
      'code que nous vous envoyons.',
  },
}
