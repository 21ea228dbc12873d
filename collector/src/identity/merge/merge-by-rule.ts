import type { Operation } from '../../device-records/operation.ts'
import { restoreDevices } from '../../devices/archive/restore-devices.ts'
import { applyChangesets } from '../../devices/changeset/apply.ts'
import type { Tx } from '../../store/store.ts'
import { requireWhole } from './load-whole-device.ts'
import { merged } from './merge-changeset.ts'
import { mergeWholeDevices } from './merge-fields.ts'

type Emptied = { from: string; to: string }

/** Merges a record that has no sighting left. Its custom fields, tags and tasks go to the other device. */
export async function mergeByRule(tx: Tx, operation: Operation, { from, to }: Emptied): Promise<void> {
  await restoreDevices(tx, operation, [from, to])
  const [survivor, other] = [await requireWhole(tx, to), await requireWhole(tx, from)]
  const { changesets } = await merged(
    tx,
    operation,
    { survivor, other, united: mergeWholeDevices(survivor, other) },
    'rule',
  )
  await applyChangesets(tx, changesets)
}
