import type { DiffItem, SectionDiff, SnapshotDiff } from '@rollcall/shared/api/snapshot.ts'
import { hardwareSchema } from '@rollcall/shared/inventory/hardware.ts'
import { networkSchema } from '@rollcall/shared/inventory/network.ts'
import type { Context } from '../context.ts'
import { diffHardware, diffNetwork } from '../reconciliation/diff.ts'
import { diffSoftware } from '../reconciliation/diff-software.ts'
import { requireState, type StateAt } from './as-of.ts'
import type { SectionName } from './sections.ts'

/** A line of any of the diffs: where, and what was and is there. */
type Line = { from: string | null; to: string | null }

/** What is in the other snapshot and not in the first, and the reverse; any two of the site. */
export async function diffSnapshots(ctx: Context, id: string, otherId: string): Promise<SnapshotDiff> {
  const [before, after] = await ctx.store.read(async (db) => [
    await requireState(db, ctx.siteId, id),
    await requireState(db, ctx.siteId, otherId),
  ])
  const section = (name: SectionName, items: () => DiffItem[]): SectionDiff => {
    const compared = hasSection(before, name) && hasSection(after, name)
    return { compared, ...sorted(compared ? items() : []) }
  }
  const [from, to] = [before.data, after.data]
  return {
    id: before.snapshotId,
    otherId: after.snapshotId,
    hardware: section('hardware', () =>
      diffHardware(hardwareSchema.parse(from.hardware), hardwareSchema.parse(to.hardware)).map(byField),
    ),
    software: section('software', () =>
      diffSoftware(from.software, to.software).map(({ name, ...line }) => item(name, line)),
    ),
    network: section('network', () =>
      diffNetwork(networkSchema.parse(from.network), networkSchema.parse(to.network)).map(byField),
    ),
    customFields: section('customFields', () => diffCustomFields(from.customFields, to.customFields)),
  }
}

const hasSection = (state: StateAt, name: SectionName): boolean => state[`${name}Hash`] !== null

const item = (path: string, { from, to }: Line): DiffItem => ({ path, from, to })
const byField = ({ field, ...line }: Line & { field: string }) => item(field, line)

function sorted(items: readonly DiffItem[]) {
  return {
    added: items.filter(({ from }) => from === null),
    removed: items.filter(({ to }) => to === null),
    changed: items.filter(({ from, to }) => from !== null && to !== null),
  }
}

type CustomFields = StateAt['data']['customFields']

function diffCustomFields(before: CustomFields, after: CustomFields): DiffItem[] {
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort()
  const textOf = (fields: CustomFields, key: string) => (Object.hasOwn(fields, key) ? String(fields[key]) : null)
  return keys
    .map((key) => item(key, { from: textOf(before, key), to: textOf(after, key) }))
    .filter(({ from, to }) => from !== to)
}
