import type { AnswerMessages } from '../answers.ts'

export const ja: AnswerMessages = {
  locale: 'ja',
  direction: 'ltr',
  unnamedPackage: 'データプラン',
  onePackage: 'お持ちの {package} のうちの 1 つ',
  answers: {
    unconfirmed:
      '前回のご注文が完了したかどうかを確認中です。もう一度ご注文なさらないでください。' + '分かり次第お知らせします。',
    esimError: 'インストールに失敗したため、この eSIM はお使いになれません。新しい eSIM をご用意します。',
    weAsk: 'こちらでは原因を確認できません。ネットワークのサポートに問い合わせて、ご連絡します。',
    wrongCountry:
      '{package} はこの国({country})ではご利用になれません。{country} ' + 'には別のデータプランが必要です。',
    wrongCountryNewEsim:
      '{package} はこの国({country})ではご利用になれません。{country} には別のデータプランが必要で、新しい eSIM が付きます。' +
      '端末を Wi-Fi に接続し、お送りする新しい QR コードを読み取ってください。',
    wrongCountryConfirm:
      'こちらの記録では {country} となっています。今そちらにいらっしゃいますか。' +
      '{package} はそちらではご利用になれないため、その場合は別のデータプランが必要です。',
    wrongCountryRecord:
      '{package} はこの国({country})ではご利用になれません。お客様は当社の別の eSIM もお持ちで、そちらが使える可能性があります。確認しますので、少々お待ちください。',
    wrongCountryRecordConfirm:
      'こちらの記録では {country} となっています。今そちらにいらっしゃいますか。{package} はそちらではご利用になれません。そちらにいらっしゃる場合は、お持ちの当社の別の eSIM ' +
      'を確認いたします。',
    nothingSold: 'お客様の eSIM にはまだデータがありません。データプランを追加できます。',
    refunded: '{package} は返金済みのため、ご利用になれません。新しいデータプランをご購入いただけます。',
    usedUp: '{package} のデータを使い切りました。追加すると、同じ eSIM ' + 'ですぐにお使いいただけます。',
    usedUpNotInstalled:
      '{package} のデータを使い切りました。新しいデータプランをご購入いただけます。ご利用の前に eSIM のインストールが必要です。端末を Wi-Fi に接続し、お送りする QR ' +
      'コードを読み取ってください。',
    expired: '{package} は {day} に終了しました。同じ eSIM ' + 'に新しいデータプランを追加できます。',
    expiredNotInstalled:
      '{package} は {day} に終了しました。新しいデータプランをご購入いただけます。ご利用の前に eSIM のインストールが必要です。端末を Wi-Fi に接続し、お送りする QR ' +
      'コードを読み取ってください。',
    disabled:
      'eSIM が端末でオフになっています。モバイル通信の設定で eSIM ' + 'とデータローミングをオンにしてください。',
    deviceNotListed:
      '{device} は eSIM 対応端末の一覧に見つかりません。モバイル通信の設定に「eSIM ' + 'を追加」はありますか。',
    removed:
      'eSIM が端末から削除されています。もう一度 QR ' +
      'コードを読み取ってください。インストールは最大 {max} 回です。端末で拒否された場合は、新しい ' +
      'eSIM をご用意します。',
    notInstalled:
      'eSIM はまだインストールされていません。端末を Wi-Fi に接続し、お送りする QR ' + 'コードを読み取ってください。',
    waitingActivation: '{package} はまだ開始していません。現地に到着されましたか。すぐに開始いたします。',
    waitingElsewhere:
      '{package} はまだ開始しておらず、この国({country})ではご利用になれません。対象の国に到着されましたら、開始いたします。',
    waitingConfirm:
      '{package} はまだ開始していません。こちらの記録では {country} となっています。今そちらにいらっしゃいますか。' +
      'その場合は、対象の国に到着されましたら、開始いたします。',
    elsewhere: '{package} は対象の国でのみ開始します。今どちらの国にいらっしゃいますか。',
    elsewhereConfirm:
      '{package} は対象の国でのみ開始します。こちらの記録では {country} となっています。今そちらにいらっしゃいますか。',
    neverSeen:
      '現地に到着されましたか。モバイルデータ通信にこの eSIM ' +
      'を選び、データローミングをオンにして、端末を再起動してください。',
    startsByItself:
      '{package} は、対象の国で接続すると自動的に開始します。モバイルデータ通信にこの eSIM ' +
      'を選び、データローミングをオンにしてください。',
    startsThere:
      '{package} はこの国({country})でご利用いただけ、接続すると自動的に開始します。モバイルデータ通信にこの eSIM を選び、データローミングをオンにして、端末を再起動してください。',
    startsConfirm:
      '{package} は、対象の国で接続すると自動的に開始します。モバイルデータ通信にこの eSIM を選び、データローミングをオンにして、端末を再起動してください。' +
      'こちらの記録では {country} となっています。今そちらにいらっしゃいますか。',
    lowData: '残りは {left} です。データを追加なさいますか。',
    throttledDaily:
      '{package} は 1 日 {volume} まで最高速度です。その後は ' + '{time}(UTC)まで低速({speed})になります。',
    throttled: '{package} は {volume} ' + 'まで最高速度です。その後は低速({speed})になります。',
    notSeenLately:
      '{day} 以降、eSIM がネットワークに接続していません。eSIM ' +
      'がオンで、モバイルデータ通信に選ばれ、データローミングがオンであることを確認し、' +
      '端末を再起動してください。',
    whichCountry: '{package} がこの国({country})で使えるかどうかを確認します。少々お待ちください。',
    fine:
      'こちらでは問題は見当たりません。残りは {left} ' +
      'です。機内モードを一度オンにしてからオフにし、データローミングを確認して、端末を再起動してください。' +
      '今どちらの国にいらっしゃいますか。',
    fineConfirm:
      'こちらでは問題は見当たりません。残りは {left} ' +
      'です。機内モードを一度オンにしてからオフにし、データローミングを確認して、端末を再起動してください。' +
      'こちらの記録では {country} となっています。今そちらにいらっしゃいますか。',
    fineThere:
      'こちらでは問題は見当たりません。残りは {left} で、{country}でご利用いただけます。' +
      '機内モードを一度オンにしてからオフにし、データローミングを確認して、端末を再起動してください。',
    activationOpen: '{package} の開始を依頼し、確認を待っています。分かり次第お知らせします。',
    refundOpen: '{package} の取り消しを依頼し、確認を待っています。分かり次第お知らせします。',
    refundDone: '{package} を取り消しました。今後はご利用になれません。',
    refundSeen: 'こちらで確認できる範囲では、{package} は取り消されており、今後はご利用になれません。',
    refundRefused: '{package} を取り消せませんでした。内容に変更はありません。',
    refundUsed: '{package} はデータがすでに使用されているため、取り消せません。',
    refundExpired: '{package} は有効期間が終了しているため、取り消せません。',
    refundBefore: '{package} は以前に取り消されており、ご利用になれません。',
    refundTooOld: '{package} はご購入から時間がたちすぎているため、こちらでは取り消せません。',
    refundNotForCredits: '{package} はご購入の方法により、取り消せません。',
    activated: '{package} を開始しました。モバイルデータ通信にこの eSIM を選び、データローミングをオンにしてください。',
    activatedNotInstalled:
      '{package} を開始しました。eSIM は現在インストールされていません。端末を Wi-Fi に接続し、お送りする QR コードを読み取ってください。その後、モバイルデータ通信にこの eSIM ' +
      'を選び、データローミングをオンにしてください。',
    activationRefused: '{package} を開始できませんでした。内容に変更はありません。',
    addedNow: '{package} はお持ちの eSIM に追加され、開始しました。新しくインストールするものはありません。',
    addedNowNotInstalled:
      '{package} はお持ちの eSIM に追加され、開始しました。この eSIM は現在インストールされていません。端末を Wi-Fi に接続し、お送りする QR コードを読み取ってください。',
    addedFirstUse:
      '{package} はお持ちの eSIM に追加され、最初のご利用時に開始します。新しくインストールするものはありません。',
    addedFirstUseNotInstalled:
      '{package} はお持ちの eSIM に追加され、最初のご利用時に開始します。この eSIM は現在インストールされていません。端末を Wi-Fi に接続し、お送りする QR コードを読み取ってください。',
    addedOnDemand: '{package} はお持ちの eSIM に追加されました。開始する時期をお知らせください。',
    addedNewEsim:
      '{package} には新しい eSIM が付きます。端末を Wi-Fi に接続し、お送りする QR コードを読み取ってください。',
  },
}
