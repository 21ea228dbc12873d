import type { Oid } from '../oid.ts'
import type { ReadLimits, SnmpReader } from '../reader.ts'
import type { Varbind } from '../varbind.ts'

/** Returns everything below `root`, in order. */
export async function walk(
  reader: SnmpReader,
  root: Oid,
  limits?: Partial<ReadLimits>,
): Promise<{ varbinds: Varbind[]; cut?: string }> {
  const { rows, ...rest } = await reader.table([root], limits)
  return { varbinds: rows.flatMap(({ cells: [varbind] }) => varbind ?? []), ...rest }
}
