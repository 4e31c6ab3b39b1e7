/** Which titles a page may give to the desk's window. */

/**
 * Whether it is the name of the desk, alone or after the number of operations that need a person. Any other title is
 * refused, because a window that somebody has taken over could pretend to be another program by it.
 */
export const isWindowTitle = (title: string, name: string): boolean =>
  title === name || (title.endsWith(` ${name}`) && /^\(\d{1,6}\)$/.test(title.slice(0, -name.length - 1)))
