/**
 * Which module of the project may import which. The lint rule `desk/modules` reads these tables, and ARCHITECTURE.md
 * shows them; a test compares the two.
 */

/** The folders of shared/. Its other files may import any of them. */
export const sharedFolders = {
  wire: [],
  model: ['sheet', 'wire'],
  sheet: ['model', 'wire'],
  contract: ['model', 'sheet', 'wire'],
}

/** The modules of the main process whose files are imported one by one. */
export const standAlone = ['base', 'views']

/**
 * Files that one module imports directly and not through the index.ts of theirs: types alone, or what has to load early
 * or in a thread of its own.
 */
export const entryPoints = {
  'electron/host/host.ts': ['bridge', 'connections'],
  'electron/service/parsing/parser.ts': ['app'],
  'electron/customers/directory/customerStorage.ts': ['app'],
  'electron/customers/directory/directoryThread.ts': ['app'],
  'electron/customers/directory/packedItems.ts': ['app'],
}

/**
 * The modules of the main process: the folders of electron/. A module is imported through its index.ts, except those of
 * `standAlone`, whose files stand alone, and `entryPoints`. The entry points import `app`, `host` and `settings`.
 */
export const mainModules = {
  base: [],
  views: [],
  log: [],
  csv: [],
  keychain: ['base'],
  storage: ['base', 'keychain', 'log'],
  host: ['base', 'log', 'storage'],
  bridge: ['host', 'log'],
  approvals: ['base', 'host', 'log'],
  settings: ['approvals', 'base', 'bridge', 'keychain', 'storage'],
  service: ['base', 'log'],
  connections: ['approvals', 'base', 'bridge', 'host', 'keychain', 'log', 'service', 'storage'],
  inventory: ['base', 'bridge', 'connections', 'log'],
  salesHistory: ['base', 'bridge', 'connections', 'csv'],
  notes: ['base', 'bridge', 'connections', 'storage'],
  customers: ['approvals', 'base', 'bridge', 'connections', 'csv', 'log', 'service', 'storage', 'views'],
  operations: ['approvals', 'base', 'bridge', 'connections', 'csv', 'keychain', 'log', 'service', 'storage', 'views'],
  documents: ['approvals', 'base', 'bridge', 'connections', 'csv', 'host', 'log', 'settings', 'storage', 'views'],
  events: ['approvals', 'base', 'bridge', 'connections', 'log', 'service', 'storage'],
  notifications: ['host'],
  simulator: ['bridge'],
  updates: ['base', 'bridge', 'host', 'log'],
  sandbox: [],
  app: [
    'approvals',
    'base',
    'bridge',
    'connections',
    'customers',
    'documents',
    'events',
    'host',
    'inventory',
    'keychain',
    'log',
    'notes',
    'notifications',
    'operations',
    'salesHistory',
    'service',
    'settings',
    'simulator',
    'storage',
    'updates',
  ],
}

/** The layers of the window: the folders of renderer/. `features` means any feature that exports the file. */
export const windowLayers = {
  fonts: [],
  theme: [],
  locales: [],
  ui: [],
  rules: [],
  lib: ['rules'],
  common: ['lib', 'ui'],
  features: ['common', 'fonts', 'lib', 'rules', 'ui'],
  app: ['common', 'features', 'lib', 'locales', 'theme', 'ui'],
  paper: ['features', 'lib', 'theme'],
}

/**
 * The features of the window: the folders of renderer/features/, the other features that each may import, and the files
 * that others may import. There is no index.ts, because it would load the whole feature with the first screen.
 */
export const windowFeatures = {
  connections: {
    imports: [],
    exports: [
      'ConnectionDialog.vue',
      'KeychainNote.vue',
      'NewConnection.vue',
      'SandboxOffer.vue',
      'SavedConnections.vue',
    ],
  },
  documents: {
    imports: [],
    exports: [
      'AwaitedPhones.vue',
      'EmailDialog.vue',
      'EsimDocuments.vue',
      'InstallationDialog.vue',
      'InstallationDialogs.vue',
      'MailText.vue',
      'MailsSection.vue',
      'ManyDialog.vue',
      'CountedProgress.vue',
      'PurchaseMails.vue',
      'QrCode.vue',
      'SandboxMailNote.vue',
      'SendQr.vue',
      'SheetSteps.vue',
      'awaitedPhones.store.ts',
      'purchaseMails.store.ts',
      'sheetFont.ts',
      'useDocuments.ts',
    ],
  },
  updates: { imports: [], exports: ['UpdateMark.vue', 'UpdatesSection.vue', 'updates.store.ts'] },
  devices: { imports: [], exports: ['DevicesPage.vue'] },
  notes: { imports: [], exports: ['NoteDialog.vue'] },
  salesHistory: { imports: [], exports: ['SalesView.vue'] },
  customers: {
    imports: ['documents'],
    exports: [
      'CustomersPage.vue',
      'PackagesCell.vue',
      'customerOffers.ts',
      'customerList.store.ts',
      'customerSearch.ts',
      'customerSelection.ts',
      'listForSearch.ts',
      'search.store.ts',
      'searchFocus.store.ts',
      'sync.store.ts',
      'useFilterLabel.ts',
      'useListAge.ts',
      'useListName.ts',
      'useListReset.ts',
    ],
  },
  operations: {
    imports: ['customers', 'documents', 'salesHistory'],
    exports: [
      'CheckLine.vue',
      'DuplicateLine.vue',
      'NeedsYouMark.vue',
      'NeedsYouNotice.vue',
      'OperationsPage.vue',
      'TicketButton.vue',
      'stateBadges.ts',
      'ticketLines.ts',
      'causeTexts.ts',
      'useCauseText.ts',
      'useJournal.ts',
      'useJournalFilter.ts',
      'useOperationCheck.ts',
    ],
  },
  money: {
    imports: ['operations'],
    exports: [
      'MoneyDialog.vue',
      'MoneyFailure.vue',
      'MoneyReasons.vue',
      'OutcomeLine.vue',
      'OutcomeLines.vue',
      'PassingBar.vue',
      'PreviewChanges.vue',
      'moneyMachine.ts',
      'outcomes.ts',
      'shownReasons.ts',
      'useIsWritten.ts',
      'useAlikePackages.ts',
      'useMoneyDialog.ts',
      'useOutcomeText.ts',
      'useSubmission.ts',
    ],
  },
  purchases: {
    imports: ['customers', 'money'],
    exports: [
      'BuyDialog.vue',
      'HowFields.vue',
      'NewCustomerFields.vue',
      'PackageField.vue',
      'PurchaseDialog.vue',
      'TopUpDialog.vue',
      'fittingPackages.ts',
      'purchaseForm.ts',
      'stopsHere.ts',
      'useBuyingRules.ts',
      'usePurchase.ts',
      'useRegistering.ts',
      'useShowBought.ts',
    ],
  },
  today: { imports: ['customers', 'documents'], exports: ['TodayPage.vue'] },
  sales: { imports: ['customers', 'documents', 'purchases'], exports: ['NewSale.vue'] },
  events: {
    imports: ['operations'],
    exports: [
      'EventsMark.vue',
      'EventsPage.vue',
      'EventsSection.vue',
      'TimelineSection.vue',
      'useDifferenceText.ts',
      'useEventAlerts.ts',
    ],
  },
  simulator: { imports: ['customers', 'operations'], exports: ['SimulatorPanel.vue'] },
  training: { imports: [], exports: ['CoachDock.vue', 'TourSection.vue', 'TrainingDialog.vue', 'coach.store.ts'] },
  verdict: {
    imports: ['documents', 'operations'],
    exports: ['VerdictBar.vue', 'useVerdict.ts', 'useVerdictText.ts'],
  },
  customer: {
    imports: ['customers', 'documents', 'events', 'money', 'notes', 'operations', 'purchases', 'simulator', 'verdict'],
    exports: ['CustomerPage.vue'],
  },
  inventory: { imports: ['money', 'purchases'], exports: ['InventoryPage.vue'] },
  settings: {
    imports: ['connections', 'customers', 'events', 'training', 'updates'],
    exports: ['SettingsPage.vue', 'useShownSections.ts'],
  },
}
