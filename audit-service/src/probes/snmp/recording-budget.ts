/** What all recordings that are under way may take together, in bytes of text. */
export class RecordingBudget {
  #bytesLeft: number

  constructor(bytesMax: number) {
    this.#bytesLeft = bytesMax
  }

  /** False when there is no more room for these. */
  take(bytes: number): boolean {
    if (bytes > this.#bytesLeft) return false
    this.#bytesLeft -= bytes
    return true
  }

  release(bytes: number): void {
    this.#bytesLeft += bytes
  }
}

/** For an Audit Service: many hosts at once, in several tasks. */
export const recordingsBytesMax = 256 * 1024 * 1024
