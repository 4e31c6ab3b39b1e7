/**
 * The cities and islands that travellers name instead of a country, in the spellings of the sheet's languages, the
 * first of which everybody can read. `Intl` has the names of countries alone.
 */
const places = `
AE Dubai|Dubái|Dubaï|دبي|ドバイ; Abu Dhabi|أبوظبي|アブダビ
AR Buenos Aires
AT Vienna|Wien|Viena|Vienne|ウィーン|فيينا; Salzburg
AU Sydney|シドニー|سيدني; Melbourne|メルボルン|ملبورن; Brisbane
BE Brussels|Brüssel|Bruselas|Bruxelles|Bruxelas
BR Rio de Janeiro; São Paulo
CA Toronto|トロント; Vancouver|バンクーバー; Montreal
CH Zurich|Zürich|Zúrich|Zurigo|Zurique; Geneva|Genf|Genève|Ginebra|Ginevra|Genebra
CN Beijing|Peking|Pekín|Pékin|Pechino|Pequim|北京|بكين; Shanghai|Schanghai|上海
CO Bogotá; Medellín; Cartagena
CZ Prague|Prag|Praga|プラハ|براغ
DE Berlin|Berlín|Berlino|Berlim|ベルリン|برلين; Munich|München|Múnich|Monaco di Baviera|Munique|ミュンヘン|ميونخ
DE Hamburg; Frankfurt
DK Copenhagen|Kopenhagen|Copenhague|Copenaghen
EG Cairo|Kairo|El Cairo|Le Caire|القاهرة|カイロ; Hurghada
ES Madrid|Madri|マドリード|مدريد; Barcelona|Barcelone|Barcellona|バルセロナ|برشلونة; Mallorca|Majorca
ES Tenerife|Teneriffa; Seville|Sevilla; Ibiza
FI Helsinki
FR Paris|París|Parigi|パリ|باريس; Marseille; Lyon
GB London|Londres|Londra|ロンドン|لندن; Edinburgh
GR Athens|Athen|Atenas|Athènes|Atene|アテネ|أثينا; Santorini; Crete|Kreta
HR Dubrovnik; Zagreb
HU Budapest|ブダペスト
ID Bali|バリ島|بالي; Jakarta|ジャカルタ
IE Dublin|Dublín|Dublino
IL Tel Aviv
IN Delhi; Mumbai; Bangalore
IS Reykjavik
IT Rome|Roma|Rom|ローマ|روما; Milan|Mailand|Milán|Milano|Milão|ミラノ|ميلانو; Venice|Venedig|Venecia|Venise|Venezia
IT Florence|Florenz|Firenze; Naples|Neapel|Napoli
JP Tokyo|Tokio|Tóquio|東京|طوكيو; Osaka|大阪|أوساكا; Kyoto|Kioto|Quioto|京都|كيوتو; Okinawa|沖縄; Sapporo|札幌
JP Fukuoka|福岡
KE Nairobi
KR Seoul|Seúl|Séoul|Seul|ソウル|سيول; Busan|釜山
MA Marrakesh|Marrakesch|Marrakech|Marraquexe|مراكش; Casablanca
MX Mexico City|Mexiko-Stadt|Ciudad de México|Cidade do México|Città del Messico; Cancún|カンクン
MY Kuala Lumpur|クアラルンプール|كوالالمبور
NL Amsterdam|アムステルダム|أمستردام
NO Oslo
NZ Auckland|オークランド
PE Lima; Cusco
PH Manila|マニラ
PL Warsaw|Warschau|Varsovia|Varsovie|Varsavia|Varsóvia; Kraków|Krakau|Cracow|Cracovia
PT Lisbon|Lissabon|Lisboa|Lisbonne|Lisbona|リスボン|لشبونة; Porto; Madeira
QA Doha|الدوحة|ドーハ
SA Riyadh|Riad|الرياض; Mecca|Mekka|مكة; Jeddah|جدة
SE Stockholm|Estocolmo|Stoccolma
TH Bangkok|バンコク|بانكوك; Phuket|プーケット|بوكيت; Chiang Mai
TR Istanbul|Estambul|イスタンブール|إسطنبول; Antalya
TW Taipei|Taipeh|台北
US New York|Nueva York|Nova York|Nova Iorque|ニューヨーク|نيويورك; Los Angeles|ロサンゼルス; San Francisco; Las Vegas
US Miami|マイアミ; Orlando; Chicago; Hawaii|ハワイ; Honolulu
VN Hanoi|ハノイ|هانوي; Ho Chi Minh|Saigon; Da Nang
ZA Cape Town|Kapstadt|Ciudad del Cabo|Le Cap|Città del Capo|Cidade do Cabo; Johannesburg
`

interface KnownPlace {
  /** ISO2 code of the country. */
  readonly code: string
  readonly name: string
  readonly spellings: readonly string[]
}

export const knownPlaces: readonly KnownPlace[] = places
  .trim()
  .split('\n')
  .flatMap((line) =>
    line
      .slice(3)
      .split('; ')
      .map((place) => {
        const spellings = place.split('|')
        return { code: line.slice(0, 2), name: spellings[0] ?? place, spellings }
      }),
  )
