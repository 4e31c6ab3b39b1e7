import type { HostText } from './types.ts'

export const en: HostText = {
  menu: {
    file: '&File',
    edit: '&Edit',
    view: '&View',
    window: '&Window',
    help: '&Help',

    about: (program) => `&About ${program}`,
    services: 'Services',
    hide: (program) => `Hide ${program}`,
    hideOthers: 'Hide Others',
    showAll: 'Show All',
    quit: (program, platform) => {
      if (platform === 'darwin') return `Quit ${program}`
      return platform === 'win32' ? 'E&xit' : '&Quit'
    },

    undo: '&Undo',
    redo: '&Redo',
    cut: 'Cu&t',
    copy: '&Copy',
    paste: '&Paste',
    selectAll: 'Select &All',

    zoomIn: 'Zoom &In',
    zoomOut: 'Zoom &Out',
    actualSize: 'Actual &Size',
    fullScreen: '&Full Screen',
    reload: '&Reload',
    developerTools: '&Developer Tools',

    minimize: '&Minimize',
    zoomWindow: 'Zoom',
    closeWindow: '&Close Window',
    bringAllToFront: 'Bring All to Front',
  },
  closeQuestion: {
    message: 'An operation is being sent',
    detail:
      "The service hasn't answered yet. If you close the window now, eSIM Desk waits for the answer in the background" +
      ' for two minutes at most. If the result is still unknown then, the next start looks it up.',
    wait: 'Wait',
    closeAnyway: 'Close anyway',
  },
  stillWaiting: {
    message: 'eSIM Desk still waits for an answer of the service',
    detail:
      'Its window was closed while an operation was being sent. The program ends by itself within two minutes;' +
      ' start it again then.',
    ok: 'OK',
  },
  fileTypes: {
    csv: 'CSV table',
    pdf: 'PDF document',
    zip: 'ZIP archive',
  },
}
