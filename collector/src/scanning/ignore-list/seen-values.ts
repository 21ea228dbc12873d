import type { IgnoreKind } from '@rollcall/shared/api/ignore-list.ts'
import type { Evidence, EvidenceKind } from '@rollcall/shared/inventory/match.ts'
import type { Observation } from '@rollcall/shared/inventory/observation.ts'
import type { DeviceFields } from '../../matching/device-fields.ts'
import { bareUuid, comparable } from './patterns.ts'

/** An observation as reconciliation sees it. */
export type Seen = { observation: Pick<Observation, 'identity'>; evidence: readonly Evidence[]; fields: DeviceFields }

/** What of an observation the patterns of a kind are compared with. */
export function seenValues(kind: IgnoreKind, seen: Seen): Set<string> {
  const texts = textsOf(kind, seen).flatMap((text) => (text ? [text] : []))
  const values = new Set(texts.map((text) => comparable(kind, text)))
  if (kind === 'uuid') for (const text of texts) values.add(bareUuid(text))
  return values
}

/**
 * Junk and the MACs of virtual interfaces are no evidence, so they are not in it. Of its addresses only the one it was
 * reached at and its main one: others, such as a container bridge's, are on very many devices.
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
      return [...of('uuid', 'agent', 'machine'), identity.biosUuid]
  }
}
