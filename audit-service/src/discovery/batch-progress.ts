/**
 * Makes one count of what several ways have gone through, `planned` addresses together, of a batch of `addresses`.
 * Told only what is more than before, and never that the batch is done: that is known when all ways have ended.
 */
export function batchProgress(addresses: number, planned: number, onProgress: (addressesDone: number) => void) {
  let passed = 0
  let told = 0
  return (more: number): void => {
    passed += more
    const done = Math.floor((addresses * passed) / planned)
    if (done <= told || done >= addresses) return
    told = done
    onProgress(done)
  }
}
