import type { IgnoreEntry } from '@rollcall/shared/api/ignore-list.ts'
import { stopIgnoring } from '../../api/device-actions.ts'
import { notifyDone } from '../../ui/notify-done.tsx'

/** The record is gone for good; what can be taken back is that scans and agents may not bring the device again. */
export function notifyIgnored(message: string, entries: readonly IgnoreEntry[]): void {
  const letBack = async () => {
    for (const { id } of entries) await stopIgnoring(id)
  }
  notifyDone(message, letBack, {
    button: 'Let it back',
    done: 'It is off the Ignore List: the next scan or its agent brings it back, with another id.',
  })
}
