import { DomainError } from '@rollcall/shared/errors.ts'

/** What one call holds of the budget. */
export type BodyShare = {
  /** Throws `rate_limited` when the budget has not as many bytes left. */
  take(bytes: number): void
  /** Gives back all that was taken. */
  release(): void
}

/** Bytes of snapshots in memory at a time; beyond it agents hear 429 and keep theirs in their spool. */
export const snapshotBytesHeldMax = 256 * 1024 * 1024

export type BodyBudget = { open(): BodyShare }

/** Bounds the bytes of all bodies that are in memory at a time; who does not fit in is asked to come back. */
export function createBodyBudget(bytesMax: number): BodyBudget {
  let bytesFree = bytesMax
  return {
    open() {
      let taken = 0
      return {
        take(bytes) {
          if (bytes > bytesFree) {
            throw new DomainError('rate_limited', 'Too many snapshots are being received; send this one again later.')
          }
          bytesFree -= bytes
          taken += bytes
        },
        release() {
          bytesFree += taken
          taken = 0
        },
      }
    },
  }
}
