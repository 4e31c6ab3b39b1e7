/** The interface of a host's updates. The Chromium host has none. */
import type { UpdateProblem } from '#shared/model/updates.ts'

/** The release that the update server offers, as it describes it. */
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
  /** Resolves to null if the server has nothing newer. Every method throws `UpdateFailure`. */
  readonly check: () => Promise<OfferedRelease | null>
  /** Downloads and verifies the release that `check` found last. `onProgress` gets whole percents. */
  readonly download: (onProgress: (percent: number) => void) => Promise<void>
  /** Cancels a download; its promise rejects. */
  readonly cancelDownload: () => void
  /**
   * Does all steps of an installation that can fail while the program runs. After it, the next start or the end of this
   * program activates the new version.
   */
  readonly prepareInstall: (options: { readonly restart: boolean }) => Promise<void>
  /** Quits the program. The host starts the new version once the desk has closed. */
  readonly restart: () => void
}
