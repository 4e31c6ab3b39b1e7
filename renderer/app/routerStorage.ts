/**
 * While vue-router is loaded, it parses the scroll positions that it stored. With nothing stored this fails, and the
 * JavaScript engine then parses the whole script of the first screen once more to find where, which costs more than
 * the router itself. So there is something to parse.
 */
try {
  sessionStorage.setItem('vue-router:scroll', '{}')
} catch {
  // Without storage the router has none to parse either.
}
