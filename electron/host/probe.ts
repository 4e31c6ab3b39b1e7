/**
 * Counts two animation frames in the page, for five seconds. Of a window that the system does not show, none is drawn.
 */
export const drawnFrames = `(async () => {
  const waited = new Promise((end) => setTimeout(end, 5000, false))
  for (let count = 0; count < 2; count += 1) {
    const frame = new Promise((drawn) => requestAnimationFrame(() => drawn(true)))
    if (!(await Promise.race([frame, waited]))) return count
  }
  return 2
})()`

/** Tests in the real window what it is allowed to do, for `--self-check`. It is sent to the page as text. */
export const probe = `(async () => {
  const blocked = async (attempt) => { try { await attempt(); return false } catch { return true } }
  // The host closes a popup that the browser has opened; one that is still open after this time was not blocked.
  const closes = async (popup) => {
    for (let tries = 0; tries < 200 && popup !== null && !popup.closed; tries += 1)
      await new Promise((next) => setTimeout(next, 100))
    return popup === null || popup.closed
  }
  const permission = async (name) => {
    try { return (await navigator.permissions.query({ name })).state } catch { return 'unknown to this browser' }
  }
  const reports = []
  document.addEventListener('securitypolicyviolation', (event) => reports.push(event.effectiveDirective))
  const answer = await fetch('/')
  const ordinary = ['content-type', 'cache-control', 'content-length']
  const desk = Object.getOwnPropertyDescriptor(globalThis, 'desk')
  const result = {
    origin: location.origin,
    isSecureContext,
    headers: Object.fromEntries([...answer.headers].filter(([name]) => !ordinary.includes(name))),
    hasNode: typeof globalThis.process !== 'undefined' || typeof globalThis.require !== 'undefined',
    deskIsFixed: desk.writable === false && desk.configurable === false && Object.isFrozen(desk.value),
    htmlSinkBlocked: await blocked(() => { document.createElement('div').innerHTML = '<b></b>' }),
    foreignFetchBlocked: await blocked(() => fetch('https://example.com/')),
    foreignSocketBlocked: await blocked(() => new Promise((open, fail) => {
      const socket = new WebSocket('wss://example.com/')
      socket.onopen = open
      socket.onerror = fail
    })),
    workerBlocked: await blocked(() => new Promise((open, fail) => {
      const worker = new Worker('/none.js')
      worker.onmessage = open
      worker.onerror = fail
    })),
    animationFrames: await ${drawnFrames},
    popupBlocked: await closes(window.open('about:blank')),
    permissions: {
      camera: await permission('camera'),
      microphone: await permission('microphone'),
      geolocation: await permission('geolocation'),
      notifications: Notification.permission,
      clipboardRead: await permission('clipboard-read'),
      clipboardWrite: await permission('clipboard-write'),
    },
  }
  return { ...result, policyReports: [...new Set(reports)].sort() }
})()`
