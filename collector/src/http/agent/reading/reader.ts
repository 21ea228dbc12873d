import { type Reading, readSnapshot, type Sent } from './read-snapshot.ts'
import { createRememberedSnapshots, type RememberedSnapshots } from './remembered.ts'
import { type ReadingThread, startReadingThread } from './thread.ts'

/** From so many snapshots a second on they are read in a thread: below it, it would only take its memory. */
const busyPerSecond = 50
/** One of this size would keep all others waiting. */
const largeBytes = 256 * 1024
/** The thread ends when for so long there was no need for it. */
const idleMs = 30_000

export type SnapshotReader = {
  /**
   * Rejects with a DomainError where it is not an observation. `whole`: with what is in all of its sections, and with all
   * of its raw payload, whatever is remembered.
   */
  read(sent: Sent & { whole: boolean }): Promise<Reading>
  /** Remembers what was read, once it is stored. */
  keep: RememberedSnapshots['keep']
  close(): Promise<void>
}

/** Reads what agents send: here while it is little, in a thread of its own while it is many or large ones. */
export function createSnapshotReader(): SnapshotReader {
  let thread: ReadingThread | undefined
  let idle: NodeJS.Timeout | undefined
  let [second, count] = [0, 0]
  const remembered = createRememberedSnapshots()

  const isBusy = () => {
    const now = Math.floor(performance.now() / 1000)
    if (now !== second) [second, count] = [now, 0]
    return ++count > busyPerSecond
  }
  const start = () => {
    const started = startReadingThread()
    void started.ended.then(() => {
      if (thread === started) thread = undefined
    })
    return started
  }
  const close = async () => {
    clearTimeout(idle)
    const last = thread
    ;[thread, idle] = [undefined, undefined]
    await last?.end()
  }

  return {
    async read({ whole, ...sent }) {
      const same = whole ? undefined : await remembered.find(sent)
      if (same) return same
      if (isBusy() || sent.raw.length > largeBytes) {
        thread ??= start()
        idle ??= setTimeout(close, idleMs).unref()
        idle.refresh()
      }
      return thread ? thread.read(sent) : readSnapshot(sent)
    },
    keep: remembered.keep,
    close,
  }
}
