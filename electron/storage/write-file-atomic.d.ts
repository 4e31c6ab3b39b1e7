/**
 * The only signature of `write-file-atomic` that is used; the package has no types. Both tsconfigs name this file under
 * `paths`.
 */
export default function writeFileAtomic(
  file: string,
  data: string,
  options: { readonly encoding: 'utf8'; readonly mode: number; readonly fsync: boolean },
): Promise<void>
