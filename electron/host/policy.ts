/** The window's policy: the headers that every response of the desk's own origin has, on both hosts. */

const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  // Naive UI creates style elements at run time.
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'none'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-src 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  // Vue creates this policy when it is loaded. No other policy can be created, nor this one again.
  'trusted-types vue',
].join('; ')

/** All features that a page could request, except writing to the clipboard, because an agent copies often. */
const permissionsPolicy = [
  'camera',
  'microphone',
  'geolocation',
  'display-capture',
  'usb',
  'serial',
  'hid',
  'bluetooth',
  'midi',
  'payment',
  'fullscreen',
  'clipboard-read',
  'publickey-credentials-get',
  'screen-wake-lock',
  'idle-detection',
  'local-fonts',
]
  .map((feature) => `${feature}=()`)
  .join(', ')

export const policyHeaders: Readonly<Record<string, string>> = {
  'content-security-policy': contentSecurityPolicy,
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'x-dns-prefetch-control': 'off',
  'permissions-policy': permissionsPolicy,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-embedder-policy': 'require-corp',
  'cross-origin-resource-policy': 'same-origin',
}
