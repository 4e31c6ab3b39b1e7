/** The texts of the main process's menus and dialogs. A language is one object of this type. */

/** `&` precedes the letter that selects an item while its menu is open; macOS has no such letters and hides the `&`. */
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
  /** Windows uses "Exit"; the other systems name the program or use "Quit". */
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

/** The question before a window closes while an operation that moves money is in flight. */
interface CloseQuestionText {
  readonly message: string
  readonly detail: string
  readonly wait: string
  readonly closeAnyway: string
}

/** Shown on a second start while the first process has closed its window and still waits for an answer. */
interface StillWaitingText {
  readonly message: string
  readonly detail: string
  readonly ok: string
}

/** Names of file types in the save dialog, by extension. */
interface FileTypeText {
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
