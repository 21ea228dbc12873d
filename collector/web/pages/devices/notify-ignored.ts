import type { IgnoreEntry } from '@rollcall/shared/api/ignore-list.ts'
import { stopIgnoring } from '../../api/device-actions.ts'
import { notifyDone } from '../../ui/notify-done.tsx'

/** Reports ignored devices. Undo removes them from the Ignore List, but does not restore the records. */
export function notifyIgnored(message: string, entries: readonly IgnoreEntry[]): void {
  const letBack = async () => {
    for (const { id } of entries) await stopIgnoring(id)
  }
  notifyDone(message, letBack, {
    button: 'Allow again',
    done: 'Removed from the Ignore List. The next scan or agent report can add it again, with a new ID.',
  })
}
