/** How the browser is started, as data: its arguments, what of the driver's defaults is left out, its preferences. */

export const origin = 'https://desk.invalid'

export interface LaunchWish {
  readonly headless: boolean
  readonly debugPort: number | null
  readonly width: number
  readonly height: number
  /** As root the browser's own sandbox can't work. */
  readonly isRoot: boolean
}

/** The browser would look up the names of links, and a name can hold a message. */
const blinkSettings = ['dnsPrefetchingEnabled=false'] as const
/** Without a screen the browser finds no mouse. The driver's default says the same, but only the last switch counts. */
const headlessBlinkSettings = [
  'primaryHoverType=2',
  'availableHoverTypes=2',
  'primaryPointerType=4',
  'availablePointerTypes=4',
] as const

export function browserArguments({ headless, debugPort, width, height, isRoot }: LaunchWish): readonly string[] {
  return [
    // One window without tabs and address bar; about:blank would not be one. The desk's own page comes once its requests are answered.
    '--app=data:text/html,<title>eSIM Desk</title>',
    `--window-size=${String(width)},${String(height)}`,
    // Nothing has an address, nothing goes through a proxy: the desk answers every request itself or aborts it.
    '--host-resolver-rules=MAP * ~NOTFOUND',
    '--no-proxy-server',
    '--disable-quic',
    // A connection between peers is no request, so nothing else stops it. The second switch is the name that older browsers know.
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
    '--disable-features=Translate,AutofillServerCommunication,OptimizationHints,MediaRouter,DialMediaRouteProvider,CertificateTransparencyComponentUpdater,SpareRendererForSitePerProcess',
    '--disable-spell-checking',
    '--no-pings',
    // The window's first seconds make much that is soon forgotten; collecting it in small pieces stops the drawing many times.
    '--js-flags=--min-semi-space-size=16',
    '--no-first-run',
    '--no-default-browser-check',
    '--password-store=basic',
    '--use-mock-keychain',
    // Without it a bar warns of --no-sandbox above every page.
    ...(isRoot ? ['--test-type'] : []),
    // Without a screen the graphics card would be an emulated one, which costs more than it brings.
    ...(headless ? ['--hide-scrollbars=false', '--disable-gpu', '--disable-gpu-rasterization'] : []),
    ...(debugPort === null
      ? []
      : [`--remote-debugging-port=${String(debugPort)}`, '--remote-debugging-address=127.0.0.1']),
  ]
}

/**
 * Defaults of the driver that are for tests of web pages, not for a desk. The second group takes protections of the
 * browser away. `--disable-features` of the driver has no effect: the browser takes the last one, which is the desk's.
 */
export const withoutDefaults: readonly string[] = [
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

/** Written into the profile before the first start: nothing typed into the desk is offered to be kept by the browser. */
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
  // 2: no connection, no page and no name is asked for ahead of time.
  net: { network_prediction_options: 2 },
  download: { prompt_for_download: false, default_directory: '' },
} as const
