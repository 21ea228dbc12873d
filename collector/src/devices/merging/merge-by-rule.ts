import type { Tx } from '../../store/store.ts'
import { restoreDevices } from '../archiving/restore-devices.ts'
import { applyChangesets } from '../changeset/apply.ts'
import type { Operation } from '../changeset/operation.ts'
import { merged } from './merged.ts'
import { unite } from './unite.ts'
import { requireWhole } from './whole-device.ts'

type Emptied = { from: string; to: string }

/** Merges a record of which no sighting is left: custom fields, tags and tasks go with it. */
export async function mergeByRule(tx: Tx, operation: Operation, { from, to }: Emptied): Promise<void> {
  await restoreDevices(tx, operation, [from, to])
  const [survivor, other] = [await requireWhole(tx, to), await requireWhole(tx, from)]
  const { changesets } = await merged(tx, operation, { survivor, other, united: unite(survivor, other) }, 'rule')
  await applyChangesets(tx, changesets)
}
