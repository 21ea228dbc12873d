import { DomainError } from '@rollcall/shared/errors.ts'
import type { Sender } from '../../ingest/reading/fair-queue.ts'

/** Share of the budget that one call holds. */
export type BodyShare = {
  /** Reserves bytes. Throws `rate_limited` when the budget, or the share of the sender, has too few bytes left. */
  take(bytes: number): void
  /** Returns all reserved bytes. */
  release(): void
}

export type BodyBudget = { open(sender: Sender): BodyShare }

export type BodyBudgetLimits = {
  /** Bytes of all bodies in memory at a time. */
  bytesMax: number
  /** Shares of one site, and of one sender on it. */
  siteBytesMax: number
  senderBytesMax: number
  /** Memory reserved for bodies that are still small, so that large ones never block them. */
  smallReserveBytes: number
  smallBytesMax: number
}

const mebibyte = 1024 * 1024

/** Gives each sender room for one body of 64 MiB, and each site for two. */
export const bodyBudgetLimits: BodyBudgetLimits = {
  bytesMax: 256 * mebibyte,
  siteBytesMax: 144 * mebibyte,
  senderBytesMax: 68 * mebibyte,
  smallReserveBytes: 64 * mebibyte,
  smallBytesMax: mebibyte,
}

/** Bounds the bytes of all bodies in memory. A sender that uses up its share gets 429. */
export function createBodyBudget(limits: BodyBudgetLimits): BodyBudget {
  const sites = new Map<string, number>()
  const senders = new Map<string, number>()
  let total = 0

  const change = (counts: Map<string, number>, key: string, bytes: number) => {
    const next = (counts.get(key) ?? 0) + bytes
    if (next > 0) counts.set(key, next)
    else counts.delete(key)
  }

  return {
    open({ siteId, id, name }) {
      let taken = 0
      const move = (bytes: number) => {
        total += bytes
        taken += bytes
        change(sites, siteId, bytes)
        change(senders, id, bytes)
      }
      return {
        take(bytes) {
          const room = limits.bytesMax - (taken + bytes > limits.smallBytesMax ? limits.smallReserveBytes : 0)
          const isOver =
            ((senders.get(id) ?? 0) + bytes > limits.senderBytesMax && `Too much data of ${name} is`) ||
            ((sites.get(siteId) ?? 0) + bytes > limits.siteBytesMax && 'Too much data of this site is') ||
            (total + bytes > room && 'Too much data is')
          if (isOver) throw new DomainError('rate_limited', `${isOver} being received. Send this again later.`)
          move(bytes)
        },
        release: () => move(-taken),
      }
    },
  }
}
