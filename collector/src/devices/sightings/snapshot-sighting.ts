import type { Evidence } from '@rollcall/shared/inventory/match.ts'
import { evidenceOf } from '../../matching/evidence.ts'
import { sightingKey } from '../../matching/sighting.ts'
import type { StateAt } from '../../snapshots/read/as-of.ts'

/** Evidence of a stored snapshot, and the key of its sighting: as when it arrived. */
export function evidenceOfState({ source, depth, identity, report, data }: StateAt): {
  evidence: readonly Evidence[]
  key: string
} {
  const { hardware, network } = data
  const evidence = evidenceOf({ source, identity, dnsName: report.dnsName, hardware, network })
  return { evidence, key: sightingKey(source, depth, evidence) }
}
