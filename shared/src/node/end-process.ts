/** Time for output and connections to end by themselves. */
const graceMs = 2_000

/**
 * Does the last work of a process, and lets the process end although a thread of it hangs in the system, such as a read
 * from a dead file system or a stuck driver: if it still runs some seconds later, it ends with its exit code.
 */
export async function endAfter<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } finally {
    endSoon()
  }
}

/** A process that has nothing left to do ends before this. */
function endSoon(): void {
  const end = () => (process.stdout.writableLength > 0 ? endSoon() : void exitNow(Number(process.exitCode ?? 0)))
  setTimeout(end, graceMs).unref()
}

/** Ends at once: `process.exit` waits for the threads. */
async function exitNow(code: number): Promise<void> {
  const koffi = await import('koffi')
  if (process.platform !== 'win32') koffi.load(null).func('void _exit(int)')(code)
  const kernel32 = koffi.load('kernel32.dll')
  const self = kernel32.func('uint64_t GetCurrentProcess()')()
  kernel32.func('int TerminateProcess(uint64_t, uint32_t)')(self, code)
}
