/** Limit of all recordings in progress together, in bytes of text. */
export class RecordingBudget {
  #bytesLeft: number

  constructor(bytesMax: number) {
    this.#bytesLeft = bytesMax
  }

  /** Returns false if the budget is exhausted. */
  take(bytes: number): boolean {
    if (bytes > this.#bytesLeft) return false
    this.#bytesLeft -= bytes
    return true
  }

  release(bytes: number): void {
    this.#bytesLeft += bytes
  }
}

/** For an Audit Service with many hosts at once, in several tasks. */
export const recordingsBytesMax = 256 * 1024 * 1024
