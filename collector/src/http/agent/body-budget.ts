import { DomainError } from '@rollcall/shared/errors.ts'
import type { Sender } from '../../ingest/reading/fair-queue.ts'

/** What one call holds of the budget. */
export type BodyShare = {
  /** Throws `rate_limited` when the budget, or its sender's share of it, has not as many bytes left. */
  take(bytes: number): void
  /** Gives back all that was taken. */
  release(): void
}

export type BodyBudget = { open(sender: Sender): BodyShare }

export type BodyBudgetLimits = {
  /** Bytes of all bodies that are in memory at a time. */
  bytesMax: number
  /** The shares of one site, and of one of its senders. */
  siteBytesMax: number
  senderBytesMax: number
  /** Memory for bodies that are small so far, so that large ones never keep them out. */
  smallReserveBytes: number
  smallBytesMax: number
}

const mebibyte = 1024 * 1024

/** A sender has room for one body of 64 MiB, and a site for two. */
export const bodyBudgetLimits: BodyBudgetLimits = {
  bytesMax: 256 * mebibyte,
  siteBytesMax: 144 * mebibyte,
  senderBytesMax: 68 * mebibyte,
  smallReserveBytes: 64 * mebibyte,
  smallBytesMax: mebibyte,
}

/** Bounds the bytes of all bodies that are in memory at a time; a sender that uses up its share is asked to come back. */
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
