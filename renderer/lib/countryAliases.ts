/**
 * What people call a country beside its name in the window's languages: abbreviations, older names, and parts that
 * stand for the whole. They are matched as whole names, so "uk" does not find Ukraine first.
 */
import { foldText } from './foldText.ts'

const aliases: Readonly<Record<string, string>> = {
  AE: 'UAE, VAE, EAU, Emirates, Emirate, Emiratos, Émirats, Dubai, Dubái, Dubaï, Abu Dhabi',
  BA: 'Bosnia, Bosnien, Bosnie',
  CD: 'DR Congo, DRC, RDC, Congo-Kinshasa',
  CG: 'Congo, Kongo',
  CH: 'Swiss, Suisse, Schweiz',
  CI: 'Ivory Coast, Elfenbeinküste, Costa de Marfil',
  CV: 'Cabo Verde, Cape Verde',
  CZ: 'Czech Republic, Tschechische Republik, República Checa, République tchèque',
  DO: 'Dominicana, Dominikanische',
  GB:
    'UK, GB, Great Britain, Britain, England, Scotland, Wales, Northern Ireland, Großbritannien, Schottland, ' +
    'Grande-Bretagne, Angleterre, Écosse, Gran Bretaña, Inglaterra, Escocia',
  HK: 'Hong Kong, Hongkong',
  KR: 'Korea, Corea, Corée',
  MK: 'Macedonia, Mazedonien, Macédoine',
  MM: 'Burma, Birma, Birmania, Birmanie',
  MO: 'Macau, Macao',
  NL: 'Holland, Holanda, Hollande',
  PS: 'Palestine, Palästina, Palestina',
  RU: 'Russian Federation',
  SZ: 'Swaziland, Swasiland, Suazilandia',
  TL: 'East Timor, Osttimor, Timor Oriental',
  TR: 'Turkey, Türkiye, Türkei, Turquía, Turquie',
  US: 'USA, U.S., U.S.A., America, Amerika, Amérique, EE. UU., EEUU, États-Unis, Estados Unidos',
  VA: 'Vatican, Vatikan, Vaticano',
  VN: 'Viet Nam',
}

const folded = new Map(
  Object.entries(aliases).map(([code, names]) => [code, names.split(', ').map((name) => foldText(name))]),
)

/** The folded aliases of a country. */
export const aliasesOf = (code: string): readonly string[] => folded.get(code) ?? []
