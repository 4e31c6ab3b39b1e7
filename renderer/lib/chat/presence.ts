/**
 * The words by which a sentence shows whether somebody is in a place now, in the languages of the sheet: folded, and
 * without the vowels that they are written without.
 */
const setOf = (...lines: readonly string[]): ReadonlySet<string> => new Set(lines.flatMap((line) => line.split(' ')))

/** Before a place, with an article between or in it: somebody or something is there. */
export const insideWords = setOf(
  'in im at auf en au aux em no na nos nas num numa nel nella nello nei negli nelle في بـ',
  'inside throughout visiting',
)
/** There only with a verb that says so, because it leads there as well. */
export const towardsWords = setOf('a to nach para pra la الى إلى')
export const articles = setOf(
  'the den der die dem das el la los las le les il lo gli l i o os as dans my مدينة city of',
)
export const originWords = setOf('from aus von de del desde d da do di dal dalla dai dos das من')
export const sinceWords = setOf('since seit desde depuis da منذ من')
export const negations = setOf('not nicht pas non nao kein')

/** Somebody is in a place. */
export const stayWords = setOf('am bin suis sommes sono siamo estou')
/** Somebody has just come to a place. */
export const arrivalWords = setOf(
  'arrived landed got reached angekommen gelandet eingetroffen llegado llegue llegamos llegar aterrizado aterrizar',
  'aterrice arrive arrivee arrives arriver atterri arrivato arrivata arrivati atterrato atterrata atterrati cheguei',
  'chegamos chegar aterrissei aterrei وصلت وصلنا هبطت هبطنا',
)

/** Somebody who arrived then is there now, and somebody who was there then is not. */
export const yesterdayWords = setOf('yesterday gestern ayer hier ieri ontem امس')

/** Where somebody was, will be, lives or is not, or where somebody else is. */
export const elsewhereWords = setOf(
  'was were been had live lives living lived born bought next tomorrow going go goes fly flying flight will',
  "before until after leaving leave plan planning if friend wife husband son daughter brother sister mother father i'll",
  'colleague worked travelling trip then usually normally home office',
  'war waren wohne wohnen lebe leben gekauft morgen nachste nachsten nachster fliege fliegen flug reise werde',
  'bald wenn freund freundin frau mann tochter sohn bruder schwester mutter vater kollege kollegin vorher zuvor',
  'funktionierte lief klappte ging danach zuhause',
  'era estaba estuve estuvimos vivo vive viven vivimos compre manana proxima proximo voy vamos vuelo viaje viajo',
  'ire amigo amiga esposa marido hijo hija hermano hermana madre padre antes pasada pasado funcionaba funciono casa',
  'etais etait etions habite habitons vis vivons achete demain prochain prochaine vais allons vol voyage irai',
  'marchait fonctionnait avant ami amie femme mari fils fille frere sœur soeur mere pere derniere collegue quand',
  'ero eravamo abito abitiamo comprato domani prossimo prossima vado andiamo volo viaggio andro prima amico amica',
  'moglie marito figlio figlia fratello sorella scorsa scorso funzionava andava stato stata stati',
  'estava estive estivemos moro moramos vivo comprei amanha voo viagem irei mulher filho filha irmao irma mae pai',
  'funcionou funcionava vou passada',
  'كنت كنا اعيش نعيش اسكن اشتريت غدا القادم القادمه القادمة المقبل المقبلة سوف ساكون ساسافر سنسافر صديقي صديقتي',
  'زوجي زوجتي ابني اخي اختي قبل عندما اذا',
)
/** The same in Japanese, which has no blanks between words. */
export const elsewhereJapanese =
  /住ん|出身|来週|来月|来年|明日|昨日|先週|先月|去年|でした|だった|行きま|行く|予定|友達|友人|妻|夫|息子|娘|買いま|買った|使えた|使えまし|帰った|帰りま/
/** After a place in Japanese: somebody is there. */
export const insideJapanese =
  /^(?:市|国|都|県|空港|駅)?(?:旅行中|出張中|滞在中|観光中|に(?:い|来|着|到着|滞在|おり|ある)|で|にて|へ(?:来|着|到着)|滞在|在住中)/

/** What may stand beside the name of a place that answers a question, or is written like one. */
export const fillers = setOf(
  'now right here currently just it is s we are i m am in at yes ok hi hello thanks please location country city',
  'ich bin jetzt gerade hier ja land ahora estoy aqui si pais maintenant ici oui pays je suis',
  'adesso qui sono paese agora aqui estou pais أنا انا الان الآن هنا في نعم 今 です に います',
)
/** Names that are also other words count with a capital and after a word that says that somebody is there. */
export const ambiguousNames = setOf('island jordan chad georgia inde mali rom porto goa nizza florence lima')
