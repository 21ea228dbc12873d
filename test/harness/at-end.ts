const cleaners = new Set<() => void>()

/**
 * Cleans up when this process ends and no hook has done it: no hook runs of a file whose tests are all filtered out.
 * Returns a function that takes this back.
 */
export function atEnd(clean: () => void): () => void {
  if (cleaners.size === 0) {
    process.once('exit', cleanAll)
    // Vitest ends its processes with it. With a listener, a process ends by itself.
    process.once('SIGTERM', cleanAll)
  }
  cleaners.add(clean)
  return () => {
    cleaners.delete(clean)
    if (cleaners.size > 0) return
    process.off('exit', cleanAll)
    process.off('SIGTERM', cleanAll)
  }
}

function cleanAll(): void {
  for (const clean of [...cleaners]) clean()
  cleaners.clear()
}
