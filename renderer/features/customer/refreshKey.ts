/** Whether a key press requests a refresh: R alone, while the user is not typing and no dialog is open. */
export function isRefreshKey(event: KeyboardEvent): boolean {
  if (event.key.toLowerCase() !== 'r' || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return false
  const target = event.target
  if (target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable], dialog') !== null)
    return false
  return true
}
