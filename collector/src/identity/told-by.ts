import type { Evidence } from '@rollcall/shared/inventory/match.ts'
import { evidenceOf } from '../reconciliation/evidence.ts'
import { sightingKey } from '../reconciliation/sighting.ts'
import type { StateAt } from '../snapshots/as-of.ts'

/** What a snapshot says of which device it is of, and the key of its sighting: as when it came. */
export function toldBy({ source, depth, identity, report, data }: StateAt): {
  evidence: readonly Evidence[]
  key: string
} {
  const { hardware, network } = data
  const evidence = evidenceOf({ source, identity, dnsName: report.dnsName, hardware, network })
  return { evidence, key: sightingKey(source, depth, evidence) }
}
