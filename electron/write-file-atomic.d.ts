/** The one form of `write-file-atomic` that is used; the package brings no types. Named in both tsconfigs under `paths`. */
export default function writeFileAtomic(
  file: string,
  data: string,
  options: { readonly encoding: 'utf8'; readonly mode: number; readonly fsync: boolean },
): Promise<void>
