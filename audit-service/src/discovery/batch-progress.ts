/**
 * Combines the progress of several discoverers, `planned` addresses in total, into one count for a batch of
 * `addresses`. Reports only increases, and never that the batch is done: that is known when all discoverers have ended.
 */
export function batchProgress(addresses: number, planned: number, onProgress: (addressesDone: number) => void) {
  let passed = 0
  let reported = 0
  return (more: number): void => {
    passed += more
    const done = Math.floor((addresses * passed) / planned)
    if (done <= reported || done >= addresses) return
    reported = done
    onProgress(done)
  }
}
