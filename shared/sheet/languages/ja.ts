import type { SheetMessages } from '../messages.ts'

export const ja: SheetMessages = {
  locale: 'ja',
  direction: 'ltr',
  recipient: '宛先：',
  title: 'eSIMのインストール方法',
  lead: 'eSIM対応でSIMロックのない端末と、Wi-Fiなどのインターネット接続が必要です。',
  tap: 'eSIMを使う端末でこのメールをご覧の場合は、ここをタップしてください：',
  elsewhere: '別の画面でご覧の場合：',
  scan: 'eSIMを使う端末で、このコードを読み取ってください。',
  qrAlt: 'eSIMのQRコード。表示されない場合は、メールの画像を表示するか、下の情報を手動で入力してください。',
  byHand: '手動で入力する場合',
  address: 'SM-DP+アドレス',
  matchingId: 'アクティベーションコード',
  noMatchingId: 'この欄は空のままにしてください。',
  confirmation: '確認コード',
  confirmationHint: '端末で入力を求められます。別途お知らせします。',
  iccid: 'ICCID',
  packages: 'データプラン',
  unnamedPackage: 'データプラン',
  validFor: '有効期間 {length}',
  validUntil: '{date}まで有効',
  unlimitedData: 'データ無制限',
  unlimited: '有効期限なし',
  starts: {
    use: 'ご利用可能な国での最初の接続時に開始',
    turn: '前のプランの使い切りまたは期限切れ後、最初の接続時に開始',
    request: 'お客様のご依頼により開始',
  },
  latestStart: '（遅くとも{date}）',
  where: 'ご利用可能な国',
  byPackageList: '当社のプラン一覧による：{countries}',
  someCountries: '{count}か国（{countries}など）',
  iphone: {
    title: 'iPhone',
    link: 'このiPhoneにインストール',
    from: 'iOS 17.4以降',
    steps: [
      '「設定」›「モバイル通信」›「eSIMを追加」を開きます。',
      '「QRコードを使用」を選び、このコードを読み取ります。',
      '画面の案内に従い、eSIMが有効になるまで進めます。',
      'このeSIMの「データローミング」をオンにします。',
    ],
    byHand:
      '「QRコードを使用」、「詳細情報を手動で入力」の順に選び、上のSM-DP+アドレスとアクティベーションコードを入力します。',
  },
  android: {
    title: 'Android',
    link: 'このAndroid端末にインストール',
    from: 'Android 10以降',
    steps: [
      '「設定」›「ネットワークとインターネット」›「SIM」›「eSIMを追加」を開きます。',
      'カメラが開いたら、このコードを読み取ります。',
      'ダウンロードを確認し、eSIMをオンにします。',
      'このeSIMの「ローミング」をオンにします。',
    ],
    byHand:
      '手動入力を選び（端末によっては「ヘルプ」の中にあります）、上のアドレスとアクティベーションコードを入力します。入力欄が1つの場合は、次を入力します：{code}',
  },
  arrivalTitle: '現地に着いたら',
  arrival:
    'モバイルデータにこのeSIMを選び、データローミングをオンのままにしてください。普段お使いのSIMは、データを使わないようにデータローミングをオフにしてください。',
  worksTitle: '接続の確認方法',
  works:
    'eSIMにネットワーク名が表示され、Wi-Fiをオフにしてもウェブページが開けば接続しています。数分待っても接続しないときは、端末を再起動してください。',
  limitTitle: '削除しないでください',
  limit:
    'eSIMをインストールできるのは最大5回です。必要な間は削除しないでください。機種変更のときは、先に古い端末から削除してください。',
  page: 'インストールページ',
  noteTitle: '最初にお読みください',
  notes: {
    installed: 'このeSIMは端末にインストールされています。再度インストールする前に、その端末から削除してください。',
    disabled:
      'このeSIMは端末にインストール済みで、オフになっています。モバイル通信の設定でオンにしてください。再インストールは不要です。',
    error: 'このeSIMのインストール中に問題が発生しました。交換が必要ですので、再度お試しになる前にご連絡ください。',
    unknown: 'このeSIMの状態を確認できませんでした。インストールできない場合はご連絡ください。',
    inactive: 'このeSIMは別のeSIMに交換された可能性があります。インストールする前にご連絡ください。',
  },
  secret: 'このコードはデータ通信の鍵のようなものです。他の人に渡さないでください。',
  contact: 'お問い合わせ',
  subject: 'eSIMのインストール方法',
  letters: {
    greeting: 'こんにちは。',
    about: {
      failed: {
        subject: 'お使いのeSIMは現在利用できません',
        text: 'eSIMのインストールに失敗したため、{package}をこのeSIMで利用できません。もう一度試さずに、このメールにご返信ください。対応いたします。',
      },
      notStarted: {
        subject: 'データパッケージがまだ始まっていません',
        text:
          'eSIMはネットワークに接続しましたが、{package}はまだ始まっていません。このeSIMのデータローミングをオンにして、端末を再起動してください。それでも使えない場合は、今いる国をお知ら' +
          'せください。',
      },
      ending: {
        subject: 'データパッケージがまもなく終了します',
        text: '{package}は{day} {time} UTCに終了します。その後、残りのデータは利用できません。引き続きデータが必要な場合はお知らせください。eSIMはそのままお使いいただけます。',
      },
      low: {
        subject: 'データの残りがわずかです',
        text: '最後に確認した時点で、データの残りは{left}です。追加が必要な場合はお知らせください。eSIMはそのままお使いいただけます。',
      },
      trouble: {
        subject: 'モバイルデータ通信：{country}',
        text:
          '現在、この国でモバイルデータ通信に問題が起きています：{country}。原因を調べています。お客様はこの国で使えるパッケージをお持ちです：{package}。接続できない場合は、機内モードを' +
          '一度オンにしてからオフにし、それでも直らないときはお知らせください。',
      },
    },
    answer: 'このメールにご返信いただけます。',
  },
}
