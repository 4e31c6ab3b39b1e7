/**
 * What people call a country beside the name that the window shows: abbreviations, older, shorter and foreign names,
 * and parts that stand for the whole. In each language of the window every alias means one country alone, so it decides
 * as a whole. Its beginning decides nothing: that of "Czech Republic" in Spanish is the English word "Republic".
 */
import { foldName } from './foldText.ts'

const aliases: Readonly<Record<string, string>> = {
  AE: 'UAE, VAE, EAU, Emirates, Emirate, Emiratos, Émirats, Dubai, Abu Dhabi',
  AG: 'Antigua',
  BA: 'Bosnia, Bosnien, Bosnie',
  CD: 'DR Congo, DRC, RDC, Congo-Kinshasa, Democratic Republic of the Congo',
  CG: 'Congo-Brazzaville, Republic of the Congo',
  CH: 'Swiss, Suisse, Schweiz',
  CI: 'Ivory Coast, Elfenbeinküste, Costa de Marfil',
  CV: 'Cabo Verde, Cape Verde',
  CZ: 'Czech Republic, Tschechische Republik, República Checa, République tchèque',
  DO: 'Dominicana, Dominikanische',
  GB:
    'UK, Great Britain, Britain, England, Scotland, Wales, Northern Ireland, Großbritannien, Schottland, ' +
    'Grande-Bretagne, Angleterre, Écosse, Gran Bretaña, Inglaterra, Escocia',
  GN: 'Guinée',
  HK: 'Hong Kong, Hongkong',
  IN: 'Indien',
  KR: 'Korea, Corea, Corée',
  MK: 'Macedonia, Mazedonien, Macédoine',
  MM: 'Burma, Birma, Birmania, Birmanie',
  MO: 'Macau, Macao',
  NL: 'Holland, Holanda, Hollande, Niederlande, Pays-Bas',
  PS: 'Palestine, Palästina, Palestina',
  RU: 'Russian Federation',
  SD: 'Soudan',
  SZ: 'Swaziland, Swasiland, Suazilandia',
  TL: 'East Timor, Osttimor, Timor Oriental',
  TR: 'Turkey, Türkiye, Türkei, Turquía, Turquie',
  TT: 'Trinidad, Tobago',
  US: 'USA, America, Amerika, Amérique, EE. UU., EEUU, É.-U., États-Unis, Estados Unidos',
  VA: 'Vatican, Vatikan, Vaticano',
  VN: 'Viet Nam',
}

/** The folded aliases of each country, by its code. */
export const countryAliases: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries(aliases).map(([code, names]) => [code, names.split(', ').map(foldName)]),
)
