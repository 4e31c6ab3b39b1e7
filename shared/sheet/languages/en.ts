import type { SheetMessages } from '../messages.ts'

export const en: SheetMessages = {
  locale: 'en',
  direction: 'ltr',
  recipient: 'For',
  title: 'Install your eSIM',
  lead: 'You need a phone that supports eSIM and has no SIM lock, and an internet connection such as Wi-Fi.',
  tap: 'Reading this on the phone that gets the eSIM? Tap here:',
  elsewhere: 'On another screen?',
  scan: 'Scan this code with the phone that will use the eSIM.',
  qrAlt:
    'QR code of your eSIM. If you do not see it, let your mail program show pictures, or enter the ' +
    'details below by hand.',
  byHand: 'Or enter these by hand',
  address: 'SM-DP+ address',
  matchingId: 'Activation code',
  noMatchingId: 'Leave this field empty.',
  confirmation: 'Confirmation code',
  confirmationHint: 'Your phone will ask for it. You receive it separately.',
  iccid: 'ICCID',
  packages: 'Your data',
  unnamedPackage: 'Data package',
  validFor: 'valid for {length}',
  validUntil: 'valid until {date}',
  unlimitedData: 'Unlimited data',
  unlimited: 'no expiry',
  starts: {
    use: 'starts with the first connection in a country where it works',
    turn: 'starts with the first connection after the package before it is used up or has ended',
    request: 'starts when you ask us to start it',
  },
  latestStart: ', and on {date} at the latest',
  where: 'Where it works',
  byPackageList: 'By our package list: {countries}',
  someCountries: '{count} countries, among them {countries}',
  iphone: {
    title: 'iPhone',
    link: 'Install on this iPhone',
    from: 'From iOS 17.4',
    steps: [
      'Open Settings › Cellular (or Mobile Service) › Add eSIM.',
      'Choose “Use QR Code” and scan this code.',
      'Follow the steps until the eSIM is shown as active.',
      'Switch on Data Roaming for this eSIM.',
    ],
    byHand:
      'Choose “Use QR Code”, then “Enter Details Manually”, and enter the SM-DP+ address and the ' +
      'activation code above.',
  },
  android: {
    title: 'Android',
    link: 'Install on this Android phone',
    from: 'From Android 10',
    steps: [
      'Open Settings › Network & internet › SIMs › Add eSIM.',
      'Scan this code when the camera opens.',
      'Confirm the download and switch the eSIM on.',
      'Switch on Roaming for this eSIM.',
    ],
    byHand:
      'Choose manual entry (on some phones under “Need help?”) and enter the address and the activation ' +
      'code above or, where there is only one field: {code}',
  },
  arrivalTitle: 'On arrival',
  arrival:
    'Choose this eSIM for mobile data and leave its data roaming on. Switch data roaming off for your ' +
    'usual SIM, so that it uses no data.',
  worksTitle: 'How to see that it works',
  works:
    'The eSIM shows a network, and a web page opens while Wi-Fi is off. If there is no connection after ' +
    'a few minutes, restart the phone.',
  limitTitle: 'Keep it on your phone',
  limit:
    'An eSIM can be installed at most 5 times. Do not delete it while you still need it. ' +
    'For a new phone, remove it from the old one first.',
  page: 'Installation page',
  noteTitle: 'Please read first',
  notes: {
    installed: 'This eSIM is installed on a phone. Remove it from that phone before you install it again.',
    disabled:
      'This eSIM is installed on a phone and switched off there. Switch it on in the mobile settings; you ' +
      'do not need to install it again.',
    error: 'The installation of this eSIM went wrong. Please contact us before you try again: it has to be replaced.',
    unknown: 'We could not see whether this eSIM is ready. If the installation fails, please contact us.',
    inactive: 'This eSIM was probably replaced by another one. Please contact us before you install it.',
  },
  secret: 'This code is like a key to your data. Do not pass it on.',
  contact: 'Questions?',
  subject: 'How to install your eSIM',
  letters: {
    greeting: 'Hello,',
    about: {
      failed: {
        subject: 'Your eSIM can’t be used as it is',
        text:
          "The installation of your eSIM has failed, so {package} can't be used with it. Please don't try " +
          'again: answer this mail, and we will help you.',
      },
      notStarted: {
        subject: 'Your data package hasn’t started',
        text:
          "Your eSIM was on a network, but {package} hasn't started yet. Please switch on data roaming for " +
          "this eSIM and restart the phone. If it still doesn't work, tell us which country you are in.",
      },
      ending: {
        subject: 'Your data package ends soon',
        text:
          '{package} ends on {day} at {time} UTC. After that its data can no longer be used. If you need ' +
          'data for longer, tell us, and you can keep your eSIM.',
      },
      low: {
        subject: 'Your data is almost used up',
        text:
          'When we looked just now, {left} of your data was left. If you need more, tell us, and you can ' +
          'keep your eSIM.',
      },
      trouble: {
        subject: 'Mobile data: {country}',
        text:
          'Customers have trouble with mobile data in this country at present: {country}. You have a ' +
          "package for it: {package}. If your connection doesn't work, switch flight mode on and off once, " +
          "and tell us if that doesn't help.",
      },
    },
    onRequest: {
      subject: 'Your data package hasn’t started',
      text:
        'Your eSIM was on a network, and {package} starts when you ask us to. Have you arrived? Tell us, ' +
        'and we will start it.',
    },
    answer: 'You can answer this mail.',
  },
  share: {
    begin:
      'Your eSIM is ready. Connect the phone that will use it to Wi-Fi, open this link on it and follow the steps.',
    end: 'Then choose the eSIM for mobile data and switch on data roaming.',
  },
}
