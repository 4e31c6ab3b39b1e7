/** The rules for dependencies of this project: the accepted licences and the known install scripts. */

/** SPDX identifiers, each with the reason why it is accepted. A package under any other licence fails the check. */
export const acceptedLicenses: Readonly<Record<string, string>> = {
  '0BSD': 'permissive, without conditions',
  'Apache-2.0': 'permissive; its notices are shipped with the program',
  'BlueOak-1.0.0': 'permissive',
  'BSD-2-Clause': 'permissive',
  'BSD-3-Clause': 'permissive',
  'CC-BY-3.0': 'the lists of licences that this check itself uses',
  'CC-BY-4.0': "data of browsers' versions that builds use; it names its authors",
  'CC0-1.0': 'no rights are reserved',
  ISC: 'permissive',
  MIT: 'permissive',
  'MIT-0': 'permissive, without conditions',
  'MPL-2.0': 'copyleft by the file, and none of its files is changed here',
  'OFL-1.1': 'typefaces, which may be bundled with a program under any licence',
  'Python-2.0': 'permissive; a parser of command lines that was written in Python first',
  WTFPL: 'permissive, without conditions',
}

/**
 * Packages with an install script. None of the scripts runs (`ignore-scripts` in .npmrc). A package that is not listed
 * here fails the check, so that somebody finds out what its script would have done.
 */
export const knownInstallScripts: Readonly<Record<string, string>> = {
  'electron-winstaller': 'chooses an unpacker for installers of a kind that is not built here',
  keytar: 'fetches or compiles the native module, which the package contains for every supported system',
}
