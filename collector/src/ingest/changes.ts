import type { Hardware } from '@rollcall/shared/inventory/hardware.ts'
import type { Network } from '@rollcall/shared/inventory/network.ts'
import type { Software } from '@rollcall/shared/inventory/software.ts'
import type { ChangeRow } from '../changes/record.ts'
import type { Pause } from '../in-turns.ts'
import type { DeviceFields } from '../reconciliation/device-fields.ts'
import { diffHardware, diffNetwork } from '../reconciliation/diff.ts'
import type { SoftwareChange } from '../reconciliation/diff-software.ts'
import { diffSoftwareInTurns } from '../reconciliation/diff-software-in-turns.ts'
import { ownerOf, type StateSection } from '../reconciliation/standing.ts'
import type { Products } from '../software/products.ts'
import type { Placement } from './place.ts'

/** Sections by their hashes, as they were observed. */
type Contents = ReadonlyMap<string, unknown>

/** Lines that one observation writes to the change log at most; a last one says how many are left out. */
const rowsMax = 10_000

const sectionsCompared: readonly StateSection[] = ['hardwareHash', 'softwareHash', 'networkHash']

/** Hashes of a section before and after, where it is another one now. A first look is no change. */
function changedSection({ comparedWith, state }: Placement, section: StateSection) {
  const from = comparedWith?.[section]
  const to = state?.[section]
  return from && to && from !== to ? { from, to } : undefined
}

/** The sections that the diffs of a placement need. */
export const comparedHashes = (placement: Placement): string[] =>
  sectionsCompared.flatMap((section) => {
    const changed = changedSection(placement, section)
    return changed ? [changed.from, changed.to] : []
  })

/** What was installed, upgraded or removed, where this origin is the one that says what is installed. */
export async function softwareChanges(
  placement: Placement,
  contents: Contents,
  pause: Pause,
): Promise<SoftwareChange[]> {
  const changed = changedSection(placement, 'softwareHash')
  if (!changed || ownerOf(placement.entry.states, 'softwareHash')?.source !== placement.state?.source) return []
  const listOf = (hash: string) => (contents.get(hash) ?? []) as Software[]
  return diffSoftwareInTurns(listOf(changed.from), listOf(changed.to), pause)
}

export function changeRows(
  placement: Placement,
  contents: Contents,
  software: readonly SoftwareChange[],
  products: Products,
): ChangeRow[] {
  const deviceId = placement.entry.row.id
  const hardware = changedSection(placement, 'hardwareHash')
  const network = changedSection(placement, 'networkHash')
  const sections = [
    ...(hardware ? diffHardware(contents.get(hardware.from) as Hardware, contents.get(hardware.to) as Hardware) : []),
    ...(network ? diffNetwork(contents.get(network.from) as Network, contents.get(network.to) as Network) : []),
  ]
  const lines: ChangeRow[] = [
    ...deviceRows(placement),
    ...sections.map((change) => ({ ...change, entityId: deviceId, deviceId })),
  ]
  const ofSoftware = toldOf(software).map(({ verb, name, from, to, item }) => ({
    verb,
    entity: 'Software',
    entityId: products.of(item)?.id ?? deviceId,
    deviceId,
    field: name,
    from,
    to,
  }))
  const rows = [...lines, ...ofSoftware].slice(0, rowsMax)
  const left = lines.length + software.length - rows.length
  if (left === 0) return rows
  return [...rows, { verb: 'Modified', entity: 'Device', entityId: deviceId, deviceId, to: `${left} more changes` }]
}

/** Those of which lines are written. */
export const toldOf = (software: readonly SoftwareChange[]): readonly SoftwareChange[] => software.slice(0, rowsMax)

/** A device's own fields; those that a section holds too are told with the section. */
function deviceRows({ entry, outcome, item, before, after }: Placement): ChangeRow[] {
  const line = { entity: 'Device', entityId: entry.row.id, deviceId: entry.row.id }
  if (outcome.isNew) return [{ ...line, verb: 'Added', to: after.name }]
  const named: (keyof DeviceFields)[] =
    item.sections.size > 0 ? ['name', 'type'] : ['name', 'type', 'dnsName', 'ipAddress', 'macAddress']
  return named.flatMap((field): ChangeRow[] => {
    const [from, to] = [before[field], after[field]]
    return from === to ? [] : [{ ...line, verb: 'Modified', field, from, to }]
  })
}
