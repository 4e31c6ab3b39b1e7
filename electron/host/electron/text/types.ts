/** Every text of the main process's menus and dialogs. A language is one object of this type. */

/** `&` precedes the letter that chooses an item while its menu is open; macOS has no such letters and hides the `&`. */
export interface MenuText {
  readonly file: string
  readonly edit: string
  readonly view: string
  readonly window: string
  readonly help: string

  readonly about: (program: string) => string
  readonly services: string
  readonly hide: (program: string) => string
  readonly hideOthers: string
  readonly showAll: string
  /** Windows calls it "Exit", the others name the program or say "Quit". */
  readonly quit: (program: string, platform: NodeJS.Platform) => string

  readonly undo: string
  readonly redo: string
  readonly cut: string
  readonly copy: string
  readonly paste: string
  readonly selectAll: string

  readonly zoomIn: string
  readonly zoomOut: string
  readonly actualSize: string
  readonly fullScreen: string
  readonly reload: string
  readonly developerTools: string

  readonly minimize: string
  /** macOS: enlarges the window to the size of its content. */
  readonly zoomWindow: string
  readonly closeWindow: string
  readonly bringAllToFront: string
}

/** The question that is asked before a window is closed that waits for the answer to an operation that moves money. */
export interface CloseQuestionText {
  readonly message: string
  readonly detail: string
  readonly wait: string
  readonly closeAnyway: string
}

/** Shown on a second start while the first program has closed its window and still awaits an answer. */
export interface StillWaitingText {
  readonly message: string
  readonly detail: string
  readonly ok: string
}

/** Types of the files that the desk saves, by their extension, as a save dialog names them. */
export interface FileTypeText {
  readonly csv: string
  readonly pdf: string
  readonly zip: string
}

export interface HostText {
  readonly menu: MenuText
  readonly closeQuestion: CloseQuestionText
  readonly stillWaiting: StillWaitingText
  readonly fileTypes: FileTypeText
}
