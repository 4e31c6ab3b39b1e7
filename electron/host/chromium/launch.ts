/** How the browser is started, as data: its arguments, the driver's defaults that are left out, and its preferences. */

export const origin = 'https://desk.invalid'

interface LaunchOptions {
  readonly headless: boolean
  readonly debugPort: number | null
  readonly width: number
  readonly height: number
  /** Whether the desk runs as root, where the browser's own sandbox cannot work. */
  readonly isRoot: boolean
}

/** DNS prefetching is off: the browser would look up the host names of links, and a name can carry a message. */
const blinkSettings = ['dnsPrefetchingEnabled=false'] as const
/** A headless browser finds no mouse. The driver's default has the same switch, but only the last one counts. */
const headlessBlinkSettings = [
  'primaryHoverType=2',
  'availableHoverTypes=2',
  'primaryPointerType=4',
  'availablePointerTypes=4',
] as const

export function browserArguments({ headless, debugPort, width, height, isRoot }: LaunchOptions): readonly string[] {
  return [
    // One window without tabs and address bar, which about:blank would not open. The desk's page is loaded once its
    // requests are answered.
    '--app=data:text/html,<title>eSIM Desk</title>',
    `--window-size=${String(width)},${String(height)}`,
    // No host name resolves and no proxy is used: the desk answers every request itself or aborts it.
    '--host-resolver-rules=MAP * ~NOTFOUND',
    '--no-proxy-server',
    '--disable-quic',
    // WebRTC connections are not requests, so nothing else stops them. The second switch is the name in older browsers.
    '--webrtc-ip-handling-policy=disable_non_proxied_udp',
    '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
    `--blink-settings=${[...blinkSettings, ...(headless ? headlessBlinkSettings : [])].join(',')}`,
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-domain-reliability',
    '--disable-sync',
    '--disable-default-apps',
    '--disable-extensions',
    '--disable-breakpad',
    '--disable-crash-reporter',
    '--disable-client-side-phishing-detection',
    '--disable-features=Translate,AutofillServerCommunication,OptimizationHints,MediaRouter,' +
      'DialMediaRouteProvider,CertificateTransparencyComponentUpdater,SpareRendererForSitePerProcess',
    '--disable-spell-checking',
    '--no-pings',
    // The first seconds of the window create much garbage; collecting it in small pieces would interrupt the drawing
    // many times.
    '--js-flags=--min-semi-space-size=16',
    '--no-first-run',
    '--no-default-browser-check',
    '--password-store=basic',
    '--use-mock-keychain',
    // Without it, a bar above every page warns of --no-sandbox.
    ...(isRoot ? ['--test-type'] : []),
    // A headless browser would emulate the graphics card, which is slower than no GPU.
    ...(headless ? ['--hide-scrollbars=false', '--disable-gpu', '--disable-gpu-rasterization'] : []),
    ...(debugPort === null
      ? []
      : [`--remote-debugging-port=${String(debugPort)}`, '--remote-debugging-address=127.0.0.1']),
  ]
}

/**
 * Defaults of the driver that suit tests of web pages but not a desk. The second group would switch protections of the
 * browser off. The driver's `--disable-features` has no effect, because the browser takes the last one, which is the
 * desk's.
 */
export const ignoredDefaults: readonly string[] = [
  '--enable-automation',
  '--hide-scrollbars',
  '--mute-audio',
  '--allow-pre-commit-input',

  '--disable-popup-blocking',
  '--disable-hang-monitor',
  '--disable-ipc-flooding-protection',
  '--disable-prompt-on-repost',
  '--unsafely-disable-devtools-self-xss-warnings',
  '--enable-unsafe-swiftshader',
]

/** Written into the profile before the first start: the browser offers to store nothing that is typed into the desk. */
export const browserPreferences = {
  credentials_enable_service: false,
  credentials_enable_autosignin: false,
  profile: {
    password_manager_enabled: false,
    default_content_setting_values: { notifications: 2, geolocation: 2, media_stream_mic: 2, media_stream_camera: 2 },
  },
  autofill: { profile_enabled: false, credit_card_enabled: false },
  browser: { enable_spellchecking: false, check_default_browser: false },
  translate: { enabled: false },
  search: { suggest_enabled: false },
  safebrowsing: { enabled: false },
  signin: { allowed: false },
  webrtc: {
    ip_handling_policy: 'disable_non_proxied_udp',
    multiple_routes_enabled: false,
    nonproxied_udp_enabled: false,
  },
  // 2 disables all prefetching: connections, pages and DNS.
  net: { network_prediction_options: 2 },
  download: { prompt_for_download: false, default_directory: '' },
} as const
