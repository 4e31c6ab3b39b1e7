/**
 * The page that is printed. The host opens it outside of the desk's window and without a bridge, and the main process
 * passes it its sheets.
 */

/** Maps an address of the page's origin to the address that serves it. */
export const paperAddress = (windowOrigin: string, address: string): string => {
  const { pathname } = new URL(address)
  return `${windowOrigin}${pathname === '/' ? '/paper.html' : pathname}`
}

/** Returns an expression that runs in the page and resolves when everything is drawn. */
export const drawExpression = (job: string): string => `drawSheets(${job})`
