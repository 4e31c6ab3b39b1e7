import type { AnswerMessages } from '../answerMessages.ts'

export const ja: AnswerMessages = {
  locale: 'ja',
  direction: 'ltr',
  unlimitedData: '無制限',
  unnamedPackage: 'データプラン',
  yourPackage: 'お客様のデータプラン',
  yourPackages: 'お客様のデータプラン',
  onePackage: 'お持ちの{package}のうちの1つ',
  answers: {
    unconfirmed:
      '前回のご注文が完了したかどうかを確認しています。重ねてのご注文はお控えください。分かり次第お知らせします。',
    esimError: 'インストールに失敗したため、このeSIMはもうお使いになれません。新しいeSIMをご用意します。',
    weAsk: 'こちらでは原因を確認できません。ネットワーク事業者のサポートに問い合わせたうえで、改めてご連絡します。',
    wrongCountry: '{package}はこの国（{country}）ではご利用になれません。この国では別のデータプランが必要です。',
    wrongCountryNewEsim:
      '{package}はこの国（{country}）ではご利用になれません。' +
      'この国では別のデータプランが必要で、そのプランには新しいeSIMが付きます。' +
      '端末をWi-Fiに接続し、これからお送りする新しいQRコードを読み取ってください。',
    wrongCountryConfirm:
      'こちらの記録では{country}となっています。今そちらにいらっしゃいますか。' +
      '{package}はそちらではご利用になれないため、その場合は別のデータプランが必要です。',
    wrongCountryNetwork:
      'ネットワークによると、端末は{reported}にあります。' +
      'もう{country}にいらっしゃいますか。' +
      '{package}はそちらではご利用になれないため、その場合は別のデータプランが必要です。',
    wrongCountryRecord:
      '{package}はこの国（{country}）ではご利用になれません。' +
      'お客様は当社の別のeSIMもお持ちで、そちらをご利用いただける可能性があります。' +
      '確認しますので、少々お待ちください。',
    wrongCountryRecordConfirm:
      'こちらの記録では{country}となっています。今そちらにいらっしゃいますか。' +
      '{package}はそちらではご利用になれません。' +
      'そちらにいらっしゃる場合は、お持ちの当社の別のeSIMを確認いたします。',
    nothingSold: 'お客様のeSIMにはまだデータ容量がありません。データプランを追加できます。',
    refunded: '{package}は返金済みのため、ご利用になれません。新しいデータプランをご購入いただけます。',
    usedUp: '{package}のデータ残量がなくなりました。データを追加でき、今お持ちのeSIMですぐにお使いいただけます。',
    usedUpNotOn: '{package}のデータ残量がなくなりました。今お持ちのeSIMのまま、データを追加できます。',
    usedUpNotInstalled:
      '{package}のデータ残量がなくなりました。新しいデータプランをご購入いただけます。' +
      'ご利用の前にeSIMのインストールが必要です。端末をWi-Fiに接続し、お送りするQRコードを読み取ってください。',
    expired: '{package}の有効期間は{day}に終了しました。今お持ちのeSIMのまま、新しいデータプランを追加できます。',
    expiredNotInstalled:
      '{package}の有効期間は{day}に終了しました。新しいデータプランをご購入いただけます。' +
      'ご利用の前にeSIMのインストールが必要です。端末をWi-Fiに接続し、お送りするQRコードを読み取ってください。',
    otherRecord:
      'お客様は当社の別のeSIMもお持ちで、そちらにデータが残っている可能性があります。確認しますので、少々お待ちください。',
    disabled: 'eSIMが端末でオフになっています。モバイル通信の設定でeSIMとデータローミングをオンにしてください。',
    deviceNotListed:
      '{device}は当社のeSIM対応端末の一覧に見つかりません。モバイル通信の設定に「eSIMを追加」はありますか。',
    removed:
      'eSIMは現在、端末に入っていません。もう一度QRコードを読み取ってください。eSIMをインストールできるのは最大{max}回です。端末でインストールできない場合は、新しいeSIMをご用意します。',
    notInstalled: 'eSIMはまだインストールされていません。端末をWi-Fiに接続し、お送りするQRコードを読み取ってください。',
    notInstalledMailed:
      'QRコードをメールでお送りしました。迷惑メールフォルダもご確認のうえ、端末をWi-Fiに接続して読み取ってください。',
    replaced:
      '現在のeSIMは端末にインストールされていません。端末をWi-Fiに接続し、お送りするQRコードを読み取ってください。',
    waitingActivation:
      '{package}はまだ開始していません。現地に到着されましたか。到着されていましたら、すぐに開始いたします。',
    waitingElsewhere:
      '{package}はまだ開始しておらず、この国（{country}）ではご利用になれません。' +
      '対象の国に到着されましたら、開始いたします。',
    waitingConfirm:
      '{package}はまだ開始していません。こちらの記録では{country}となっています。今そちらにいらっしゃいますか。' +
      'その場合は、対象の国に到着されましたら、開始いたします。',
    elsewhere: '{package}は対象の国でのみ開始します。今どちらの国にいらっしゃいますか。',
    elsewhereConfirm:
      '{package}は対象の国でのみ開始します。こちらの記録では{country}となっています。今そちらにいらっしゃいますか。',
    neverSeen:
      '現地に到着されましたか。' +
      'モバイルデータ通信にこのeSIMを選び、データローミングをオンにして、端末を再起動してください。',
    startsByItself:
      '{package}は、対象の国で端末がネットワークに接続すると自動的に開始します。' +
      'モバイルデータ通信にこのeSIMを選び、データローミングをオンにしてください。',
    startsThere:
      '{package}はこの国（{country}）でご利用いただけ、端末がネットワークに接続すると自動的に開始します。' +
      'モバイルデータ通信にこのeSIMを選び、データローミングをオンにして、端末を再起動してください。',
    startsConfirm:
      '{package}は、対象の国で端末がネットワークに接続すると自動的に開始します。' +
      'モバイルデータ通信にこのeSIMを選び、データローミングをオンにして、端末を再起動してください。' +
      'こちらの記録では{country}となっています。今そちらにいらっしゃいますか。',
    lowData: 'データ残量は{left}です。データを追加なさいますか。',
    endsSoon:
      '{package}の有効期間は{day}の{time}（UTC）に終了します。残量は{left}です。その後このデータはご利用いただけません。' +
      '新しいデータプランを追加なさいますか。',
    throttledDaily:
      '{package}は1日{volume}まで最高速度でご利用いただけます。その後は{time}まで低速（{speed}）になります。',
    throttled: '{package}は{volume}まで最高速度でご利用いただけます。その後は低速（{speed}）になります。',
    notSeenLately:
      '{day}以降、eSIMがネットワークに接続していません。' +
      'eSIMがオンで、モバイルデータ通信に選ばれ、データローミングがオンであることを確認し、端末を再起動してください。',
    whichCountry: '{package}がこの国（{country}）でご利用いただけるかどうかを確認します。少々お待ちください。',
    noDataUsed:
      'eSIMはネットワークに接続しましたが、データはまだ使われていません。' +
      'モバイルデータ通信にこのeSIMを選び、データローミングをオンにして、端末を再起動してください。' +
      '今どちらの国にいらっしゃいますか。',
    fine:
      'こちらでは問題は見当たりません。データ残量は{left}です。' +
      '機内モードを一度オンにしてからオフにし、データローミングの設定を確認して、端末を再起動してください。' +
      '今どちらの国にいらっしゃいますか。',
    fineConfirm:
      'こちらでは問題は見当たりません。データ残量は{left}です。' +
      '機内モードを一度オンにしてからオフにし、データローミングの設定を確認して、端末を再起動してください。' +
      'こちらの記録では{country}となっています。今そちらにいらっしゃいますか。',
    fineThere:
      'こちらでは問題は見当たりません。データ残量は{left}で、この国（{country}）でご利用いただけます。' +
      '機内モードを一度オンにしてからオフにし、データローミングの設定を確認して、端末を再起動してください。',
    fineOnNetwork:
      'eSIMは現在ネットワークに接続しています（{country}）。データ残量は{left}です。機内モードを一度オンにしてからオフにし、データローミングの設定を確認して、端末を再起動してください。',
    activationOpen: '{package}の開始を依頼し、確認を待っています。確認が取れ次第お知らせします。',
    refundOpen: '{package}の取り消しを依頼し、確認を待っています。確認が取れ次第お知らせします。',
    refundDone: '{package}を取り消しました。今後はご利用になれません。',
    refundSeen: 'こちらで確認できる範囲では、{package}は取り消されており、今後はご利用になれません。',
    refundRefused: '{package}を取り消せませんでした。',
    refundUsed: '{package}はデータがすでに使用されているため、取り消せません。',
    refundExpired: '{package}は有効期間が終了しているため、取り消せません。',
    refundBefore: '{package}は以前に取り消されており、ご利用になれません。',
    refundTooOld: '{package}はご購入から長期間が経過しているため、こちらでは取り消せません。',
    refundNotForCredits: '{package}はご購入方法の都合により、取り消せません。',
    activated: '{package}を開始しました。モバイルデータ通信にこのeSIMを選び、データローミングをオンにしてください。',
    activatedNotInstalled:
      '{package}を開始しました。eSIMは現在インストールされていません。' +
      '端末をWi-Fiに接続し、お送りするQRコードを読み取ってください。' +
      'その後、モバイルデータ通信にこのeSIMを選び、データローミングをオンにしてください。',
    activationRefused: '{package}を開始できませんでした。',
    addedNow: '{package}はお持ちのeSIMに追加され、開始しました。新しくインストールするものはありません。',
    addedNowNotInstalled:
      '{package}はお持ちのeSIMに追加され、開始しました。このeSIMは現在インストールされていません。' +
      '端末をWi-Fiに接続し、お送りするQRコードを読み取ってください。',
    addedFirstUse:
      '{package}はお持ちのeSIMに追加され、最初のご利用時に開始します。新しくインストールするものはありません。',
    addedFirstUseNotInstalled:
      '{package}はお持ちのeSIMに追加され、最初のご利用時に開始します。このeSIMは現在インストールされていません。' +
      '端末をWi-Fiに接続し、お送りするQRコードを読み取ってください。',
    addedOnDemand: '{package}はお持ちのeSIMに追加されました。ご希望の開始時期をお知らせください。',
    addedNewEsim: '{package}には新しいeSIMが付きます。端末をWi-Fiに接続し、お送りするQRコードを読み取ってください。',
  },
}
