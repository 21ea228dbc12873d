import { newId } from '@rollcall/shared/ids.ts'
import type { ObservationInput } from '@rollcall/shared/inventory/observation.ts'
import { observationOf } from '@rollcall/shared/messages/sighting.ts'
import type { LiveHost } from '../discovery/live-host.ts'
import type { PtrLookup } from '../probes/dns/ptr-lookup.ts'
import { mergeObservation } from './merge.ts'

/**
 * Returns the observation of a live host that is not probed: only its name in DNS is added, and there is no raw
 * payload. Rejects only if `signal` aborts.
 */
export async function observeUnaudited(
  live: LiveHost,
  reverseNames: PtrLookup,
  signal: AbortSignal,
): Promise<ObservationInput> {
  const dnsName = await reverseNames.nameOf(live.address)
  signal.throwIfAborted()
  const made = { id: newId(), observedAt: new Date().toISOString() }
  const { address, macAddress, foundBy } = live
  // Most hosts behind a router: nothing identifies them.
  if (dnsName === undefined && macAddress === undefined) return observationOf({ ...made, address })
  const probes = [{ probe: foundBy, outcome: 'ok' as const }]
  return mergeObservation({ live, dnsName, probes, truncated: [] }, made)
}
