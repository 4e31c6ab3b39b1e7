import type { AnswerMessages } from '../answerMessages.ts'

export const en: AnswerMessages = {
  locale: 'en',
  direction: 'ltr',
  unlimitedData: 'unlimited data',
  unnamedPackage: 'Data package',
  yourPackage: 'your data package',
  yourPackages: 'your packages',
  onePackage: 'one of your packages {package}',
  answers: {
    unconfirmed:
      "We are still checking whether your last order went through. Please don't order again; we will tell " +
      'you as soon as we know.',
    esimError: "The installation failed, and this eSIM can't be used any more. We will get you a new one.",
    weAsk: "We can't see the cause from here. We will ask the network's support and come back to you.",
    wrongCountry:
      "As far as we can see, you can't use {package} in this country ({country}). For this country you need " +
      'another package.',
    wrongCountryNewEsim:
      "As far as we can see, you can't use {package} in this country ({country}). For this country you need " +
      'another package, which comes with a new eSIM: please connect the phone to Wi-Fi and scan the new QR ' +
      'code that we will send you.',
    wrongCountryConfirm:
      "Our records say {country}. Is that where you are? As far as we can see, you can't use {package} there, " +
      'so you would need another package.',
    wrongCountryNetwork:
      'The network says that your phone is in this country: {reported}. Are you already in this one: ' +
      "{country}? As far as we can see, you can't use {package} there, so you would need another package.",
    wrongCountryRecord:
      "As far as we can see, you can't use {package} in this country ({country}). You have another eSIM from " +
      'us that may work there. We are checking that one; please give us a moment.',
    wrongCountryRecordConfirm:
      "Our records say {country}. Is that where you are? As far as we can see, you can't use {package} there. " +
      'If you are there, we will check another eSIM that you have from us.',
    nothingSold: 'There is no data on your eSIM yet. We can add a package.',
    refunded: "{package} was refunded, so it can't be used. We can sell you a new package.",
    usedUp: 'The data of {package} is used up. We can add more; it works at once, on the eSIM that you have.',
    usedUpNotOn: 'The data of {package} is used up. We can add more; you keep your eSIM.',
    usedUpNotInstalled:
      'The data of {package} is used up. We can sell you a new package. To use it, you have to install your ' +
      'eSIM first: please connect the phone to Wi-Fi and scan the QR code that we send you.',
    expired: '{package} ended on {day}. We can add a new package; you keep your eSIM.',
    expiredNotInstalled:
      '{package} ended on {day}. We can sell you a new package. To use it, you have to install your eSIM ' +
      'first: please connect the phone to Wi-Fi and scan the QR code that we send you.',
    otherRecord:
      'You have another eSIM from us that may still have data. We are checking that one; please give us a moment.',
    disabled:
      'Your eSIM is switched off in your phone. Please switch it on in the mobile settings, together with ' +
      'data roaming.',
    deviceNotListed:
      "We don't find {device} on our list of phones for eSIM. Does it have “Add eSIM” in its mobile " + 'settings?',
    removed:
      "The eSIM isn't on your phone any more. Please scan the QR code again. An eSIM can be installed {max} " +
      'times at most; if the phone refuses it, we will get you a new one.',
    notInstalled:
      "Your eSIM isn't installed yet. Please connect the phone to Wi-Fi and scan the QR code that we send " + 'you.',
    notInstalledMailed:
      'We have e-mailed you the QR code. Please look for it, also in the spam folder, connect the phone to Wi-Fi and scan it.',
    replaced:
      "Your current eSIM isn't installed on your phone. Please connect the phone to Wi-Fi and scan the QR code " +
      'that we send you.',
    waitingActivation: "{package} hasn't been started yet. Have you arrived? Then we will start it now.",
    waitingElsewhere:
      "{package} hasn't been started yet, and as far as we can see it doesn't work in this country " +
      '({country}). We will start it as soon as you are in a country that it covers.',
    waitingConfirm:
      "{package} hasn't been started yet. Our records say {country}. Is that where you are? If so, we will start it as soon as " +
      'you are in a country that it covers.',
    elsewhere: '{package} only starts in a country that it covers. Which country are you in?',
    elsewhereConfirm:
      '{package} only starts in a country that it covers. Our records say {country}. Is that where you are?',
    neverSeen:
      'Have you arrived? Please choose this eSIM for mobile data, switch on data roaming, and restart the ' + 'phone.',
    startsByItself:
      '{package} starts by itself when your phone connects in a country that it covers. Please choose this ' +
      'eSIM for mobile data and switch on data roaming.',
    startsThere:
      '{package} works in this country ({country}) and starts by itself when your phone connects. Please choose ' +
      'this eSIM for mobile data, switch on data roaming, and restart the phone.',
    startsConfirm:
      '{package} starts by itself when your phone connects in a country that it covers. Please choose this eSIM ' +
      'for mobile data, switch on data roaming, and restart the phone. Our records say {country}. Is that where you are?',
    lowData: 'You have {left} left. Would you like more data?',
    endsSoon:
      '{package} ends on {day} at {time} UTC, with {left} left. After that this data can no longer be used. ' +
      'Would you like a new package?',
    throttledDaily: '{package} has {volume} a day at full speed. After that it is slower ({speed}) until {time}.',
    throttled: '{package} has {volume} at full speed. After that it is slower ({speed}).',
    notSeenLately:
      "Your eSIM hasn't been on a network since {day}. Please check that it is switched on and chosen for " +
      'mobile data, with data roaming on, and restart the phone.',
    whichCountry: 'Whether {package} works in this country ({country}) we have to check. Please give us a moment.',
    noDataUsed:
      'Your eSIM has connected to a network, but we see no use of data yet. Please choose this eSIM for mobile ' +
      'data, switch on data roaming, and restart the phone. Which country are you in?',
    noDataUsedThere:
      'Your eSIM has connected to a network, but we see no use of data yet. Please choose this eSIM for mobile ' +
      'data, switch on data roaming, and restart the phone.',
    fine:
      'We see no fault on our side: you have {left} left. Please switch flight mode on and off, check data ' +
      'roaming, and restart the phone. Which country are you in?',
    fineConfirm:
      'We see no fault on our side: you have {left} left. Please switch flight mode on and off, check data ' +
      'roaming, and restart the phone. Our records say {country}. Is that where you are?',
    fineThere:
      'We see no fault on our side: you have {left} left, and it works in this country ({country}). Please ' +
      'switch flight mode on and off, check data roaming, and restart the phone.',
    fineOnNetwork:
      'Your eSIM is on a network now ({country}), and you have {left} left. Please switch flight mode on and ' +
      'off, check data roaming, and restart the phone.',
    whichPhone: 'You have more than one eSIM from us. Which phone is it about, and which country are you in?',
    activationOpen:
      'We have asked for the start of {package} and are waiting for the confirmation. We will tell ' +
      'you as soon as we have it.',
    refundOpen:
      'We have asked for {package} to be cancelled and are waiting for the confirmation. We will tell ' +
      'you as soon as we have it.',
    refundDone: "We have cancelled {package}. It can't be used any more.",
    refundSeen: "As far as we can see, {package} is cancelled and can't be used any more.",
    refundRefused: "We couldn't cancel {package}.",
    refundUsed: "{package} can't be cancelled because its data has been used.",
    refundExpired: "{package} can't be cancelled because it has ended.",
    refundBefore: "{package} was cancelled before and can't be used any more.",
    refundTooOld: "We can't cancel {package} ourselves because it was bought too long ago.",
    refundNotForCredits: "We can't cancel {package} because of how it was bought.",
    activated: 'We have started {package}. Please choose this eSIM for mobile data and switch on data roaming.',
    activatedNotInstalled:
      "We have started {package}. Your eSIM isn't installed at the moment: please connect the phone to Wi-Fi " +
      'and scan the QR code that we send you. Then choose this eSIM for mobile data and switch on data roaming.',
    activationRefused: "We couldn't start {package}.",
    addedNow: '{package} is on the eSIM that you have, and has started. There is nothing new to install.',
    addedNowNotInstalled:
      "{package} is on the eSIM that you have, and has started. That eSIM isn't installed at the moment: please " +
      'connect the phone to Wi-Fi and scan the QR code that we send you.',
    addedFirstUse:
      '{package} is on the eSIM that you have, and starts with its first use. There is nothing new to ' + 'install.',
    addedFirstUseNotInstalled:
      "{package} is on the eSIM that you have, and starts with its first use. That eSIM isn't installed at the " +
      'moment: please connect the phone to Wi-Fi and scan the QR code that we send you.',
    addedOnDemand: '{package} is on the eSIM that you have. Please tell us when we should start it.',
    addedNewEsim:
      '{package} comes with a new eSIM. Please connect the phone to Wi-Fi and scan the QR code that ' + 'we send you.',
  },
}
