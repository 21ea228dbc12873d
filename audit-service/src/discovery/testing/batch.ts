import { Pacer } from '../../probes/packets/pacer.ts'
import type { Batch } from '../discoverer.ts'

/** A batch behind a router: no address is local or found. */
export const batchOf = (addresses: readonly string[], more: Partial<Batch> = {}): Batch => ({
  addresses,
  local: { isOwn: () => false, linkOf: () => undefined, linksAcross: () => [], ownMac: () => undefined },
  isFound: () => false,
  doubt: () => undefined,
  onNeighbor: () => undefined,
  onSent: () => undefined,
  onPassed: () => undefined,
  pacer: new Pacer(10_000),
  timeoutMs: 400,
  answerMs: () => 400,
  retries: 1,
  startedAtMs: 0,
  signal: new AbortController().signal,
  ...more,
})
