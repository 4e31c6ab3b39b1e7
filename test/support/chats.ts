/**
 * Two hundred made-up chats in the eight languages of the sheet, each with what it says: sentences of customers and
 * agents, put together by a seeded choice, with phone numbers, other countries, other devices and times beside what is
 * meant. `#` stands for the identifier or the device.
 */

export interface MadeUpChat {
  readonly language: string
  readonly text: string
  readonly identifier: string
  /** ISO2 code. */
  readonly country: string
  readonly device: string
}

interface Phrases {
  /** Where the customer is, by the code of the country. */
  readonly here: readonly (readonly [code: string, sentence: string])[]
  readonly device: readonly string[]
  readonly iccid: readonly string[]
  readonly ending: readonly string[]
  readonly email: readonly string[]
  readonly reference: readonly string[]
  readonly opening: readonly string[]
  /** What says nothing of the call, or of somebody else. */
  readonly beside: readonly string[]
  readonly asked: readonly string[]
  readonly names: readonly [customer: string, agent: string]
}

const languages: Readonly<Record<string, Phrases>> = {
  en: {
    here: [
      ['JP', "I'm in Tokyo right now"],
      ['TH', 'we just landed in Bangkok'],
      ['US', "I'm currently in the US"],
      ['GB', 'we are in London for the weekend'],
      ['IT', "I'm in Italy at the moment"],
      ['KR', 'Hi, I arrived in South Korea this morning'],
      ['ID', 'we are staying in Bali'],
      ['AE', 'I am at Dubai airport'],
    ],
    device: ["I've got a #", 'the phone is a #', 'I use an #', 'with my #', 'Phone: #'],
    iccid: ['My ICCID is #', 'ICCID: #', 'the number on the eSIM is #, I think'],
    ending: [
      'my eSIM ends in …#',
      'the ICCID ends with #',
      'last digits of the ICCID: #',
      'the last 6 digits of my eSIM are #',
    ],
    email: ['I ordered with #', 'my e-mail is #.', 'You can find me under # in your shop'],
    reference: ['My order number is #', 'order #', 'booking reference: #'],
    opening: [
      'Hello there!',
      'Hi, my internet does not work.',
      'Help please, no connection',
      'good morning, I have no data at all 😟',
    ],
    beside: [
      'I am from Germany by the way.',
      'My phone number is +49 171 2345678.',
      'It worked fine in Spain last week.',
      'I paid with the card ending in 4242.',
      'I have tried to restart it 3 times.',
      'Call me back at 0171 5550199 after 18:30',
      'my husband is in France with his old iPhone 8 and it works for him',
      'Will it work in Portugal too?',
    ],
    asked: [
      'Could you tell me the last digits of your ICCID?',
      'Which country are you in?',
      'You can also write to help@shop.example.',
    ],
    names: ['Anna Weber', 'Support'],
  },
  de: {
    here: [
      ['JP', 'Ich bin gerade in Tokio'],
      ['TR', 'wir sind in der Türkei'],
      ['US', 'Ich bin in den USA'],
      ['IT', 'Bin seit gestern in Rom'],
      ['CH', 'ich sitze in der Schweiz fest'],
      ['TH', 'wir sind eben in Bangkok gelandet'],
      ['GR', 'Wir sind auf Kreta'],
      ['ES', 'ich bin auf Mallorca'],
    ],
    device: ['Ich habe ein #', 'mein Handy ist ein #', 'mit einem #', 'Gerät: #'],
    iccid: ['Meine ICCID lautet #', 'ICCID: #', 'auf der Karte steht die ICCID #'],
    ending: [
      'meine eSIM endet auf …#',
      'Die ICCID endet mit #',
      'die letzten Ziffern der ICCID sind #',
      'Endziffern der eSIM: #, letzte sechs Stellen',
    ],
    email: ['Bestellt habe ich mit #', 'meine Mail ist #.', 'Sie finden mich unter #'],
    reference: ['Meine Bestellnummer ist #', 'Bestellung #', 'Auftragsnummer: #'],
    opening: [
      'Hallo zusammen!',
      'Guten Tag, mein Internet geht nicht.',
      'Hilfe, ich habe keine Verbindung',
      'Moin, nichts geht mehr 😟',
    ],
    beside: [
      'Ich komme aus Österreich.',
      'Meine Handynummer endet auf 4711.',
      'Letzte Woche in Frankreich ging es noch.',
      'Meine Nummer ist +43 660 1234567.',
      'Ich wohne in Deutschland.',
      'Neu gestartet habe ich schon zweimal, um 10:15 und 10:40.',
      'Mein Mann hat noch ein altes iPhone 8',
      'Funktioniert das auch in Portugal?',
    ],
    asked: [
      'Wie lauten die letzten Ziffern Ihrer ICCID?',
      'In welchem Land sind Sie?',
      'Schreiben Sie gern an help@shop.example.',
    ],
    names: ['Jonas Huber', 'Kundenservice Maria'],
  },
  es: {
    here: [
      ['JP', 'Estoy en Tokio'],
      ['MX', 'estamos en Ciudad de México'],
      ['US', 'Ahora estoy en Estados Unidos'],
      ['GB', 'estoy en Londres con mi familia'],
      ['PT', 'Acabamos de llegar a Lisboa'],
      ['TH', 'estoy en Tailandia'],
      ['IT', 'estamos de vacaciones en Italia'],
      ['MA', 'Estoy en Marruecos'],
    ],
    device: ['tengo un #', 'mi móvil es un #', 'con un #', 'Modelo: #'],
    iccid: ['Mi ICCID es #', 'ICCID: #', 'el número de la eSIM es #'],
    ending: [
      'mi eSIM termina en …#',
      'El ICCID acaba en #',
      'los últimos dígitos del ICCID son #',
      'últimas cifras de la eSIM: #',
    ],
    email: ['Compré con #', 'mi correo es #.', 'estoy registrada con #'],
    reference: ['Mi número de pedido es #', 'pedido #', 'Referencia: #'],
    opening: [
      '¡Hola!',
      'Buenas, no me funciona internet.',
      'Ayuda por favor, no tengo conexión',
      'Buenos días, no tengo datos 😟',
    ],
    beside: [
      'Soy de Argentina.',
      'Vivo en España.',
      'Mi teléfono es +34 612 345 678.',
      'La semana pasada funcionaba en Francia.',
      'Pagué con la tarjeta que termina en 4242.',
      'La reinicié a las 10:15',
      'Mi amiga tiene un iPhone 8',
      '¿Funciona también en Suiza?',
    ],
    asked: [
      '¿Me dice los últimos dígitos de su ICCID?',
      '¿En qué país está?',
      'También puede escribir a help@shop.example.',
    ],
    names: ['Lucía', 'Soporte'],
  },
  fr: {
    here: [
      ['JP', 'Je suis à Tokyo'],
      ['JP', 'nous sommes au Japon'],
      ['US', 'Je suis aux États-Unis en ce moment'],
      ['ES', 'on est en Espagne'],
      ['GB', 'Je viens d’arriver à Londres'],
      ['IT', 'Nous sommes en Italie'],
      ['MA', 'je suis à Marrakech'],
      ['TH', 'Je suis en Thaïlande'],
    ],
    device: ["j'ai un #", 'mon téléphone est un #', 'avec un #', 'Modèle : #'],
    iccid: ['Mon ICCID est #', 'ICCID : #', "le numéro de l'eSIM est #"],
    ending: [
      'mon eSIM finit par …#',
      "L'ICCID se termine par #",
      "les derniers chiffres de l'ICCID sont #",
      'mon ICCID finit par #',
    ],
    email: ["J'ai commandé avec #", 'mon mail est #.', 'mon adresse : #'],
    reference: ['Mon numéro de commande est #', 'commande #', 'référence : #'],
    opening: [
      'Bonjour !',
      'Bonsoir, internet ne marche pas.',
      'Aidez-moi, pas de connexion',
      "Bonjour, je n'ai plus rien 😟",
    ],
    beside: [
      'Je viens de Belgique.',
      "J'habite en Suisse.",
      'Mon numéro est le +33 6 12 34 56 78.',
      'La semaine dernière en Allemagne, ça marchait.',
      "J'ai payé avec la carte qui finit par 4242.",
      "J'ai redémarré à 10h15",
      'Ma femme a un iPhone 8',
      'Est-ce que ça marche au Portugal ?',
    ],
    asked: [
      'Quels sont les derniers chiffres de votre ICCID ?',
      'Dans quel pays êtes-vous ?',
      'Vous pouvez écrire à help@shop.example.',
    ],
    names: ['Camille', 'Conseiller Paul'],
  },
  it: {
    here: [
      ['JP', 'Sono a Tokyo'],
      ['JP', 'sono in Giappone'],
      ['US', 'Siamo negli Stati Uniti'],
      ['GB', 'siamo appena arrivati a Londra'],
      ['ES', 'mi trovo in Spagna'],
      ['TH', 'Sono in Thailandia adesso'],
      ['FR', 'sono a Parigi per lavoro'],
      ['EG', 'Siamo in Egitto'],
    ],
    device: ['ho un #', 'il telefono è un #', 'con un #', 'Modello: #'],
    iccid: ['Il mio ICCID è #', 'ICCID: #', 'il numero della eSIM è #'],
    ending: [
      'la mia eSIM finisce con …#',
      "L'ICCID termina con #",
      "le ultime cifre dell'ICCID sono #",
      'ICCID che finisce con #',
    ],
    email: ['Ho ordinato con #', 'la mia mail è #.', 'mi trovate come #'],
    reference: ['Il numero ordine è #', 'ordine #', 'prenotazione #'],
    opening: ['Ciao!', 'Buongiorno, internet non funziona.', 'Aiuto, nessuna connessione', 'Salve, non ho dati 😟'],
    beside: [
      'Vengo dalla Svizzera.',
      'Abito in Germania.',
      'Il mio numero è +39 333 1234567.',
      'La settimana scorsa in Francia funzionava.',
      'Ho pagato con la carta che finisce con 4242.',
      "L'ho riavviato alle 10:15",
      'Mia moglie ha un iPhone 8',
      'Funziona anche in Portogallo?',
    ],
    asked: ["Mi può dire le ultime cifre dell'ICCID?", 'In quale paese si trova?', 'Può scrivere a help@shop.example.'],
    names: ['Giulia', 'Assistenza'],
  },
  pt: {
    here: [
      ['JP', 'Estou em Tóquio'],
      ['JP', 'estamos no Japão'],
      ['US', 'Estou nos Estados Unidos'],
      ['GB', 'acabei de chegar a Londres'],
      ['ES', 'Estamos na Espanha'],
      ['IT', 'estou na Itália agora'],
      ['AR', 'Estou em Buenos Aires'],
      ['FR', 'Estamos em Paris'],
    ],
    device: ['tenho um #', 'o meu telemóvel é um #', 'com um #', 'Modelo: #'],
    iccid: ['O meu ICCID é #', 'ICCID: #', 'o número do eSIM é #'],
    ending: [
      'o meu eSIM termina em …#',
      'O ICCID acaba em #',
      'os últimos dígitos do ICCID são #',
      'ICCID com final #',
    ],
    email: ['Comprei com #', 'o meu e-mail é #.', 'estou registado como #'],
    reference: ['O número da encomenda é #', 'pedido #', 'Pedido n.º #'],
    opening: [
      'Olá!',
      'Bom dia, a internet não funciona.',
      'Ajuda por favor, sem ligação',
      'Boa tarde, estou sem dados 😟',
    ],
    beside: [
      'Sou do Brasil.',
      'Moro na Suíça.',
      'O meu número é +351 912 345 678.',
      'Na semana passada funcionava na Alemanha.',
      'Paguei com o cartão que termina em 4242.',
      'Reiniciei às 10:15',
      'A minha amiga tem um iPhone 8',
      'Funciona também na Grécia?',
    ],
    asked: [
      'Pode dizer-me os últimos dígitos do ICCID?',
      'Em que país está?',
      'Também pode escrever para help@shop.example.',
    ],
    names: ['Beatriz', 'Suporte'],
  },
  ja: {
    here: [
      ['JP', '今東京にいます'],
      ['TH', 'バンコクに着きました'],
      ['US', 'アメリカにいます'],
      ['KR', '現在、韓国に滞在しています'],
      ['GB', 'ロンドンで使っています'],
      ['IT', 'イタリアにいます'],
      ['TW', '台湾で繋がりません'],
      ['US', 'ハワイに来ています'],
    ],
    device: ['機種は#です', '#を使っています', 'スマホは#です', '端末：#'],
    iccid: ['ICCIDは#です', 'ICCID：#', 'eSIMの番号は#です'],
    ending: ['eSIMの末尾は#です', 'ICCIDの下6桁は#です', 'ICCIDの最後の番号は#です', '番号は#で終わるICCIDです'],
    email: ['メールは#です', '#で注文しました', 'メールアドレス：#'],
    reference: ['注文番号は#です', '注文番号：#', '注文 #'],
    opening: [
      'こんにちは。',
      'お世話になります。インターネットに繋がりません。',
      '助けてください',
      'おはようございます😟',
    ],
    beside: [
      '住んでいるのはドイツです。',
      '電話番号は+81 90 1234 5678です。',
      '先週フランスでは使えました。',
      '来週スペインに行きます。',
      '10:15に再起動しました。',
      '友達のiPhone 8は大丈夫です。',
      'ポルトガルでも使えますか？',
    ],
    asked: [
      'ICCIDの下6桁を教えてください。',
      'どちらの国にいらっしゃいますか？',
      'help@shop.exampleにもご連絡いただけます。',
    ],
    names: ['佐藤', 'サポート'],
  },
  ar: {
    here: [
      ['JP', 'أنا الآن في طوكيو'],
      ['TR', 'نحن في تركيا'],
      ['AE', 'أنا في دبي'],
      ['GB', 'وصلنا إلى لندن'],
      ['TH', 'أنا موجود في تايلاند'],
      ['EG', 'أنا بمصر حاليا'],
      ['IT', 'نحن في إيطاليا'],
      ['MY', 'أنا في كوالالمبور'],
    ],
    device: ['معي #', 'جهازي #', 'الهاتف هو #', 'الجهاز: #'],
    iccid: ['رقم ICCID هو #', 'ICCID: #', 'رقم الشريحة #'],
    ending: ['شريحتي eSIM تنتهي بـ …#', 'رقم ICCID ينتهي بـ #', 'آخر أرقام الشريحة #', 'آخر ستة أرقام من ICCID: #'],
    email: ['بريدي #', 'طلبت عن طريق #', 'الإيميل: #'],
    reference: ['رقم الطلب #', 'رقم طلبي هو #', 'طلب #'],
    opening: ['مرحبا', 'السلام عليكم، الإنترنت لا يعمل.', 'ساعدوني من فضلكم', 'صباح الخير، لا يوجد اتصال 😟'],
    beside: [
      'أنا من ألمانيا.',
      'أعيش في السعودية.',
      'رقم هاتفي +966 50 123 4567.',
      'الأسبوع الماضي كنت في فرنسا.',
      'أعدت التشغيل الساعة 10:15',
      'صديقي عنده iPhone 8',
      'هل تعمل في البرتغال؟',
    ],
    asked: ['ما هي آخر أرقام ICCID؟', 'في أي بلد أنت؟', 'يمكنك الكتابة إلى help@shop.example.'],
    names: ['محمد', 'الدعم الفني'],
  },
}

/** How customers write a device, and its name in the list of the service. */
const devices: readonly (readonly [written: string, name: string])[] = [
  ['Pixel 8', 'Google Pixel 8'],
  ['Google Pixel 7a', 'Google Pixel 7a'],
  ['iPhone 15 Pro', 'Apple iPhone 15 Pro'],
  ['iphone 13', 'Apple iPhone 13'],
  ['iPhone14 Plus', 'Apple iPhone 14 Plus'],
  ['iPhone SE (3rd generation)', 'Apple iPhone SE (3rd generation)'],
  ['Samsung Galaxy S23 Ultra', 'Samsung Galaxy S23 Ultra'],
  ['Galaxy S24+', 'Samsung Galaxy S24+'],
  ['galaxy z flip5', 'Samsung Galaxy Z Flip5'],
  ['Xiaomi 13T', 'Xiaomi 13T'],
  ['Xperia 10 V', 'Sony Xperia 10 V'],
  ['Motorola Edge 40 Neo', 'Motorola Edge 40 Neo'],
]
const japaneseDevices: typeof devices = [
  ['ピクセル8', 'Google Pixel 8'],
  ['アイフォン15', 'Apple iPhone 15'],
  ...devices,
]
const arabicDevices: typeof devices = [
  ['آيفون 15 برو', 'Apple iPhone 15 Pro'],
  ['جالاكسي S23', 'Samsung Galaxy S23'],
  ...devices,
]

/** A repeatable choice (mulberry32). */
function createChoice(seed: number) {
  let state = seed
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (count: number): number => Math.floor(next() * count)
  function of<T>(list: readonly T[]): T {
    const found = list[below(list.length)]
    if (found === undefined) throw new Error('Nothing to choose from')
    return found
  }
  const digits = (count: number): string => Array.from({ length: count }, () => String(below(10))).join('')
  return { below, of, digits }
}
type Choice = ReturnType<typeof createChoice>

function identifierOf(choice: Choice, phrases: Phrases): { readonly value: string; readonly sentence: string } {
  const kind = choice.of(['iccid', 'ending', 'ending', 'email', 'reference'] as const)
  const template = choice.of(phrases[kind])
  const fill = (value: string, written = value) => ({ value, sentence: template.replace('#', written) })
  switch (kind) {
    case 'iccid': {
      const iccid = `8944${choice.digits(15)}`
      return fill(iccid, choice.below(2) === 0 ? iccid : iccid.replaceAll(/(.{4})(?=.)/g, '$1 '))
    }
    case 'ending':
      return fill(choice.digits(6))
    case 'email':
      return fill(`${choice.of(['anna', 'j.huber', 'lucia_92', 'k+travel'])}${choice.digits(2)}@mail.example`)
    case 'reference':
      return fill(`${choice.of(['A-', 'RO', 'WEB-'])}${choice.digits(6)}`)
  }
}

/** The sentences of the customer, each on a line of a transcript, or all in one. */
function written(choice: Choice, { names, asked }: Phrases, sentences: readonly string[]): string {
  const [customer, agent] = names
  const question = choice.of(asked)
  const time = (at: number): string => `10:${String(30 + at)}`
  switch (choice.below(5)) {
    case 0:
      return sentences.join('. ')
    case 1:
      return sentences.join('\n')
    case 2:
      return [`${agent}: ${question}`, ...sentences.map((line) => `${customer}: ${line}`)].join('\n')
    case 3:
      return [
        `[${time(0)}] ${customer}: ${sentences[0] ?? ''}`,
        `[${time(1)}] ${agent}: ${question}`,
        ...sentences.slice(1).map((line, at) => `[${time(at + 2)}] ${customer}: ${line}`),
      ].join('\n')
    default:
      return [`${agent} ${time(0)}`, question, '', `${customer} ${time(1)}`, ...sentences].join('\n')
  }
}

export function madeUpChats(perLanguage = 25): readonly MadeUpChat[] {
  return Object.entries(languages).flatMap(([language, phrases], at) => {
    const choice = createChoice(2026 + at)
    const listed = language === 'ja' ? japaneseDevices : language === 'ar' ? arabicDevices : devices
    return Array.from({ length: perLanguage }, (): MadeUpChat => {
      const [country, here] = choice.of(phrases.here)
      const [device, name] = choice.of(listed)
      const { value, sentence } = identifierOf(choice, phrases)
      const facts = [here, choice.of(phrases.device).replace('#', device), sentence]
      const beside = [choice.of(phrases.beside), choice.of(phrases.beside)].slice(0, 1 + choice.below(2))
      const first = choice.below(3)
      const turned = [...facts.slice(first), ...facts.slice(0, first)]
      turned.splice(choice.below(4), 0, ...beside)
      const lines = [choice.of(phrases.opening), ...turned]
      return { language, text: written(choice, phrases, lines), identifier: value, country, device: name }
    })
  })
}
