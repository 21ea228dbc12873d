import type { IgnoreKind } from '@rollcall/shared/api/ignore-list.ts'
import { withSwappedGroups } from '@rollcall/shared/inventory/junk/uuids.ts'
import type { Evidence, EvidenceKind } from '@rollcall/shared/inventory/match.ts'
import type { Observation } from '@rollcall/shared/inventory/observation.ts'
import { uuidNotation } from '../../matching/canonical-values.ts'
import type { DeviceFields } from '../../matching/device-fields.ts'
import { bareUuid, comparable } from './patterns.ts'

/** An observation in the form of reconciliation. */
export type Seen = { observation: Pick<Observation, 'identity'>; evidence: readonly Evidence[]; fields: DeviceFields }

/** Lists the values of an observation that patterns of a kind are compared with. */
export function seenValues(kind: IgnoreKind, seen: Seen): Set<string> {
  const texts = textsOf(kind, seen).flatMap((text) => (text ? [text] : []))
  const values = new Set(texts.map((text) => comparable(kind, text)))
  if (kind === 'uuid') for (const text of texts) values.add(bareUuid(text))
  return values
}

/**
 * Lists the texts of a kind. Junk and MACs of virtual interfaces are no evidence, so they are excluded. Only the
 * scanned address and the main address count: other addresses, such as a container bridge's, exist on many devices.
 */
function textsOf(kind: IgnoreKind, { observation: { identity }, evidence, fields }: Seen) {
  const of = (...kinds: EvidenceKind[]) =>
    evidence.filter((item) => kinds.includes(item.kind)).map(({ value }) => value)
  switch (kind) {
    case 'mac':
      return of('mac')
    case 'ip':
      return [...of('ip'), fields.ipAddress]
    case 'name':
      return [...of('name'), fields.name, fields.dnsName, identity.hostname]
    case 'serial':
      return [...of('serial'), fields.serialNumber, identity.serialNumber, ...identity.chassisSerials]
    case 'uuid':
      // A pattern may be in either order of a UUID's bytes, or in the notation of any origin.
      return [...of('uuid').flatMap(bothOrders), ...of('agent', 'machine'), identity.biosUuid, identity.machineId]
  }
}

const bothOrders = (uuid: string): string[] => [uuid, uuidNotation(withSwappedGroups(uuid.replaceAll('-', '')))]
