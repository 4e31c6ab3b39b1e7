/** What a host gives for updates of the program. The Chromium host has none. */
import type { UpdateProblem } from '#shared/model/updates.ts'

/** What the update server offers, in its own words. */
export interface OfferedRelease {
  readonly version: string
  readonly notes: string | null
  readonly releasedAt: string | null
}

export class UpdateFailure extends Error {
  readonly problem: UpdateProblem

  constructor(problem: UpdateProblem, options?: ErrorOptions) {
    super(`The update failed: ${problem}`, options)
    this.name = 'UpdateFailure'
    this.problem = problem
  }
}

export interface UpdateSource {
  /** Null where the server has nothing newer. Every method throws `UpdateFailure`. */
  readonly check: () => Promise<OfferedRelease | null>
  /** Fetches and verifies what `check` found last. `onProgress` gets whole percents. */
  readonly download: (onProgress: (percent: number) => void) => Promise<void>
  /** Ends a download; its promise rejects. */
  readonly cancelDownload: () => void
  /**
   * Does everything of an installation that can fail while the program runs. Afterwards the next start, or the end of
   * this program, brings the new version.
   */
  readonly prepareInstall: (options: { readonly restart: boolean }) => Promise<void>
  /** Asks the program to end. The host starts the new version once the desk has closed. */
  readonly restart: () => void
}
