import type { AnswerMessages } from '../answerMessages.ts'

export const de: AnswerMessages = {
  locale: 'de',
  direction: 'ltr',
  unlimitedData: 'unbegrenzte Daten',
  unnamedPackage: 'Datenpaket',
  yourPackage: 'Ihr Datenpaket',
  yourPackages: 'Ihre Pakete',
  onePackage: 'eines Ihrer Pakete {package}',
  answers: {
    unconfirmed:
      'Wir prüfen noch, ob Ihre letzte Bestellung ausgeführt wurde. Bitte bestellen Sie nicht noch einmal; wir ' +
      'melden uns, sobald wir es wissen.',
    esimError:
      'Die Installation ist fehlgeschlagen, und diese eSIM lässt sich nicht mehr verwenden. Sie bekommen ' +
      'von uns eine neue.',
    weAsk:
      'Die Ursache ist von hier aus nicht zu erkennen. Wir fragen beim Support des Netzes nach und melden uns ' +
      'bei Ihnen.',
    wrongCountry:
      'Soweit wir sehen, können Sie {package} in diesem Land ({country}) nicht nutzen. Für dieses Land ' +
      'brauchen Sie ein anderes Paket.',
    wrongCountryNewEsim:
      'Soweit wir sehen, können Sie {package} in diesem Land ({country}) nicht nutzen. Für dieses Land ' +
      'brauchen Sie ein anderes Paket mit einer neuen eSIM: Bitte verbinden Sie dafür das Handy mit WLAN und ' +
      'scannen Sie den neuen QR-Code, den wir Ihnen schicken werden.',
    wrongCountryConfirm:
      'Bei uns ist vermerkt: {country}. Sind Sie dort? Soweit wir sehen, können Sie {package} dort nicht ' +
      'nutzen, Sie bräuchten also ein anderes Paket.',
    wrongCountryNetwork:
      'Laut Netz ist Ihr Handy in diesem Land: {reported}. Sind Sie schon in diesem: {country}? Soweit wir ' +
      'sehen, können Sie {package} dort nicht nutzen, Sie bräuchten also ein anderes Paket.',
    wrongCountryRecord:
      'Soweit wir sehen, können Sie {package} in diesem Land ({country}) nicht nutzen. Sie haben noch eine ' +
      'andere eSIM von uns, die dort vielleicht funktioniert. Wir prüfen das; bitte einen Moment Geduld.',
    wrongCountryRecordConfirm:
      'Bei uns ist vermerkt: {country}. Sind Sie dort? Soweit wir sehen, können Sie {package} dort nicht ' +
      'nutzen. Wenn Sie dort sind, prüfen wir eine andere eSIM, die Sie von uns haben.',
    nothingSold: 'Auf Ihrer eSIM ist noch kein Datenvolumen. Wir können ein Paket hinzufügen.',
    refunded:
      '{package} wurde erstattet und lässt sich deshalb nicht nutzen. Wir können Ihnen ein neues Paket ' + 'verkaufen.',
    usedUp:
      'Das Datenvolumen von {package} ist aufgebraucht. Wir können mehr hinzufügen; es gilt sofort, auf ' +
      'derselben eSIM.',
    usedUpNotOn: 'Das Datenvolumen von {package} ist aufgebraucht. Wir können mehr hinzufügen; Ihre eSIM behalten Sie.',
    usedUpNotInstalled:
      'Das Datenvolumen von {package} ist aufgebraucht. Wir können Ihnen ein neues Paket verkaufen. Damit Sie ' +
      'es nutzen können, muss zuerst Ihre eSIM installiert werden: Bitte verbinden Sie das Handy mit WLAN und ' +
      'scannen Sie den QR-Code, den wir Ihnen schicken.',
    expired: '{package} ist am {day} abgelaufen. Wir können ein neues Paket hinzufügen; Ihre eSIM behalten Sie.',
    expiredNotInstalled:
      '{package} ist am {day} abgelaufen. Wir können Ihnen ein neues Paket verkaufen. Damit Sie es nutzen ' +
      'können, muss zuerst Ihre eSIM installiert werden: Bitte verbinden Sie das Handy mit WLAN und scannen ' +
      'Sie den QR-Code, den wir Ihnen schicken.',
    otherRecord:
      'Sie haben noch eine andere eSIM von uns, die vielleicht noch Daten hat. Wir prüfen das; bitte einen Moment Geduld.',
    disabled:
      'Ihre eSIM ist im Handy ausgeschaltet. Bitte schalten Sie sie in den Mobilfunkeinstellungen ein, ' +
      'zusammen mit dem Datenroaming.',
    deviceNotListed:
      '{device} steht nicht auf unserer Liste der eSIM-fähigen Handys. Gibt es in den ' +
      'Mobilfunkeinstellungen „eSIM hinzufügen“?',
    removed:
      'Die eSIM ist nicht mehr auf dem Handy. Bitte scannen Sie den QR-Code noch einmal. Eine eSIM lässt sich ' +
      'höchstens {max}-mal installieren; lehnt das Handy sie ab, bekommen Sie von uns eine neue.',
    notInstalled:
      'Ihre eSIM ist noch nicht installiert. Bitte verbinden Sie das Handy mit WLAN und scannen Sie den ' +
      'QR-Code, den wir Ihnen schicken.',
    notInstalledMailed:
      'Wir haben Ihnen den QR-Code per E-Mail geschickt. Bitte sehen Sie nach, auch im Spam-Ordner, verbinden Sie ' +
      'das Handy mit WLAN und scannen Sie ihn.',
    replaced:
      'Ihre jetzige eSIM ist nicht auf dem Handy installiert. Bitte verbinden Sie das Handy mit WLAN und ' +
      'scannen Sie den QR-Code, den wir Ihnen schicken.',
    waitingActivation: '{package} ist noch nicht gestartet. Sind Sie angekommen? Dann starten wir es jetzt.',
    waitingElsewhere:
      '{package} ist noch nicht gestartet und gilt, soweit wir sehen, nicht in diesem Land ({country}). Wir ' +
      'starten es, sobald Sie in einem Land sind, für das es gilt.',
    waitingConfirm:
      '{package} ist noch nicht gestartet. Bei uns ist vermerkt: {country}. Sind Sie dort? Dann starten wir es, ' +
      'sobald Sie in einem Land sind, für das es gilt.',
    elsewhere: '{package} startet nur in einem Land, für das es gilt. In welchem Land sind Sie?',
    elsewhereConfirm:
      '{package} startet nur in einem Land, für das es gilt. Bei uns ist vermerkt: {country}. Sind Sie dort?',
    neverSeen:
      'Sind Sie angekommen? Bitte wählen Sie diese eSIM für mobile Daten, schalten Sie Datenroaming ein ' +
      'und starten Sie das Handy neu.',
    startsByItself:
      '{package} startet von selbst, sobald sich Ihr Handy in einem Land verbindet, für das es gilt. Bitte ' +
      'wählen Sie diese eSIM für mobile Daten und schalten Sie Datenroaming ein.',
    startsThere:
      '{package} gilt in diesem Land ({country}) und startet von selbst, sobald sich Ihr Handy verbindet. Bitte ' +
      'wählen Sie diese eSIM für mobile Daten, schalten Sie Datenroaming ein und starten Sie das Handy neu.',
    startsConfirm:
      '{package} startet von selbst, sobald sich Ihr Handy in einem Land verbindet, für das es gilt. Bitte ' +
      'wählen Sie diese eSIM für mobile Daten, schalten Sie Datenroaming ein und starten Sie das Handy neu. ' +
      'Bei uns ist vermerkt: {country}. Sind Sie dort?',
    lowData: 'Sie haben noch {left}. Möchten Sie mehr Datenvolumen?',
    endsSoon:
      '{package} läuft am {day} um {time} Uhr UTC ab (noch {left}). Danach lassen sich diese Daten nicht ' +
      'mehr nutzen. Möchten Sie ein neues Paket?',
    throttledDaily:
      '{package} hat {volume} am Tag mit voller Geschwindigkeit. Danach ist es langsamer ({speed}), bis {time} Uhr.',
    throttled: '{package} hat {volume} mit voller Geschwindigkeit. Danach ist es langsamer ({speed}).',
    notSeenLately:
      'Ihre eSIM war seit dem {day} in keinem Netz. Bitte prüfen Sie, ob sie eingeschaltet und für mobile Daten ' +
      'gewählt ist und ob Datenroaming eingeschaltet ist, und starten Sie das Handy neu.',
    whichCountry: 'Ob {package} in diesem Land ({country}) gilt, müssen wir prüfen. Bitte einen Moment Geduld.',
    noDataUsed:
      'Ihre eSIM hat sich mit einem Netz verbunden, aber wir sehen noch keine Datennutzung. Bitte wählen Sie ' +
      'diese eSIM für mobile Daten, schalten Sie Datenroaming ein und starten Sie das Handy neu. In welchem ' +
      'Land sind Sie?',
    noDataUsedThere:
      'Ihre eSIM hat sich mit einem Netz verbunden, aber wir sehen noch keine Datennutzung. Bitte wählen Sie ' +
      'diese eSIM für mobile Daten, schalten Sie Datenroaming ein und starten Sie das Handy neu.',
    fine:
      'Wir sehen bei uns keinen Fehler: Sie haben noch {left}. Bitte schalten Sie den Flugmodus ein und wieder aus, ' +
      'prüfen Sie das Datenroaming und starten Sie das Handy neu. In welchem Land sind Sie?',
    fineConfirm:
      'Wir sehen bei uns keinen Fehler: Sie haben noch {left}. Bitte schalten Sie den Flugmodus ein und wieder aus, ' +
      'prüfen Sie das Datenroaming und starten Sie das Handy neu. Bei uns ist vermerkt: {country}. Sind Sie dort?',
    fineThere:
      'Wir sehen bei uns keinen Fehler: Sie haben noch {left}, und das gilt auch in diesem Land ({country}). Bitte ' +
      'schalten Sie den Flugmodus ein und wieder aus, prüfen Sie das Datenroaming und starten Sie das Handy neu.',
    fineOnNetwork:
      'Ihre eSIM ist gerade in einem Netz ({country}), und Sie haben noch {left}. Bitte schalten Sie den ' +
      'Flugmodus ein und wieder aus, prüfen Sie das Datenroaming und starten Sie das Handy neu.',
    whichPhone: 'Sie haben mehr als eine eSIM von uns. Um welches Handy geht es, und in welchem Land sind Sie?',
    activationOpen:
      'Wir haben den Start von {package} angefordert und warten auf die Bestätigung. Wir melden uns, ' +
      'sobald sie da ist.',
    refundOpen:
      'Wir haben die Stornierung von {package} angefordert und warten auf die Bestätigung. Wir melden uns, ' +
      'sobald sie da ist.',
    refundDone: 'Wir haben {package} storniert. Es lässt sich nicht mehr nutzen.',
    refundSeen: 'Soweit wir sehen, ist {package} storniert und lässt sich nicht mehr nutzen.',
    refundRefused: 'Wir konnten {package} nicht stornieren.',
    refundUsed: '{package} lässt sich nicht stornieren, weil Daten daraus schon verbraucht sind.',
    refundExpired: '{package} lässt sich nicht stornieren, weil es abgelaufen ist.',
    refundBefore: '{package} wurde schon früher storniert und lässt sich nicht mehr nutzen.',
    refundTooOld: 'Wir können {package} nicht selbst stornieren, weil der Kauf zu lange zurückliegt.',
    refundNotForCredits: 'Wir können {package} nicht stornieren, weil die Art des Kaufs es nicht zulässt.',
    activated:
      'Wir haben {package} gestartet. Bitte wählen Sie diese eSIM für mobile Daten und schalten Sie ' +
      'Datenroaming ein.',
    activatedNotInstalled:
      'Wir haben {package} gestartet. Ihre eSIM ist zurzeit nicht installiert: Bitte verbinden Sie das Handy ' +
      'mit WLAN und scannen Sie den QR-Code, den wir Ihnen schicken. Wählen Sie diese eSIM danach für mobile ' +
      'Daten und schalten Sie Datenroaming ein.',
    activationRefused: 'Wir konnten {package} nicht starten.',
    addedNow: '{package} ist auf Ihrer vorhandenen eSIM und ist gestartet. Sie müssen nichts Neues installieren.',
    addedNowNotInstalled:
      '{package} ist auf Ihrer vorhandenen eSIM und ist gestartet. Diese eSIM ist zurzeit nicht installiert: ' +
      'Bitte verbinden Sie das Handy mit WLAN und scannen Sie den QR-Code, den wir Ihnen schicken.',
    addedFirstUse:
      '{package} ist auf Ihrer vorhandenen eSIM und startet mit der ersten Nutzung. Sie müssen nichts Neues ' +
      'installieren.',
    addedFirstUseNotInstalled:
      '{package} ist auf Ihrer vorhandenen eSIM und startet mit der ersten Nutzung. Diese eSIM ist zurzeit nicht ' +
      'installiert: Bitte verbinden Sie das Handy mit WLAN und scannen Sie den QR-Code, den wir Ihnen schicken.',
    addedOnDemand: '{package} ist auf Ihrer vorhandenen eSIM. Bitte sagen Sie uns, wann wir es starten sollen.',
    addedNewEsim:
      'Zu {package} gehört eine neue eSIM. Bitte verbinden Sie das Handy mit WLAN und scannen Sie den ' +
      'QR-Code, den wir Ihnen schicken.',
  },
}
