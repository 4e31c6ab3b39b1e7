/** The page that is printed: opened by the host out of the desk's window, without a bridge, and handed its sheets by the main process. */

/** What an address of the page's own origin is served from. */
export const paperAddress = (windowOrigin: string, address: string): string => {
  const { pathname } = new URL(address)
  return `${windowOrigin}${pathname === '/' ? '/paper.html' : pathname}`
}

/** Runs in the page; ends when everything is drawn. */
export const drawExpression = (job: string): string => `drawSheets(${job})`
