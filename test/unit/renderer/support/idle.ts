/** The document of the tests has no `requestIdleCallback`; this one is idle after every turn. */
globalThis.requestIdleCallback ??= (callback) =>
  Number(setTimeout(() => callback({ didTimeout: false, timeRemaining: () => 50 })))
