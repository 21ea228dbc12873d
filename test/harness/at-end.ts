/** Cleans up when this process ends and no hook has: none runs of a file whose tests a filter all leaves out. */
export function atEnd(clean: () => void): void {
  process.once('exit', clean)
  // What vitest ends its processes with; with a listener, it ends them by itself.
  process.once('SIGTERM', clean)
}
