import { newId } from '@rollcall/shared/ids.ts'
import type { ObservationInput } from '@rollcall/shared/inventory/observation.ts'
import type { LiveHost } from '../discovery/live-host.ts'
import { mergeObservation } from './merge.ts'
import type { ReverseNames } from './reverse-names.ts'

/**
 * A live host that nobody is to ask anything: its name in DNS is all there is to add, and there is no raw payload to
 * pack. Rejects only when `signal` aborts.
 */
export async function foundHost(
  live: LiveHost,
  reverseNames: ReverseNames,
  signal: AbortSignal,
): Promise<ObservationInput> {
  const dnsName = await reverseNames.nameOf(live.address)
  signal.throwIfAborted()
  const probes = [{ probe: live.foundBy, outcome: 'ok' as const }]
  const made = { id: newId(), observedAt: new Date().toISOString() }
  return mergeObservation({ live, dnsName, probes, truncated: [] }, made)
}
