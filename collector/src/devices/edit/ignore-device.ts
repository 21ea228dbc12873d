import type { IgnoreEntry, IgnoreKind } from '@rollcall/shared/api/ignore-list.ts'
import { DomainError } from '@rollcall/shared/errors.ts'
import { isLocallyAdministered } from '@rollcall/shared/inventory/junk/addresses.ts'
import type { EvidenceKind } from '@rollcall/shared/inventory/match.ts'
import { aliasedTable, and, eq, exists, ne, not } from 'drizzle-orm'
import { operationOf } from '../../device-records/operation.ts'
import { requireDevice } from '../../device-records/require-device.ts'
import { requireCapability } from '../../lib/authorise.ts'
import type { Context } from '../../lib/context.ts'
import { type FormedKey, shown } from '../../matching/shown-value.ts'
import { addEntries } from '../../scanning/ignore-list/add-entries.ts'
import { deviceTables } from '../../store/schema/devices.ts'
import type { Db, Tx } from '../../store/store.ts'
import { removeDevices } from './remove-devices.ts'

/** Deletes a device and adds its identifiers to the Ignore List, so that it does not return. Returns the new entries. */
export async function ignoreDevice(ctx: Context, id: string): Promise<IgnoreEntry[]> {
  requireCapability(ctx, 'EditInventory')
  const added = await ctx.store.write((tx) => ignoreAndRemove(tx, ctx, id))
  ctx.wakeOutbox()
  return added
}

/** Ignores a device in a transaction. Call `ctx.wakeOutbox()` after it. */
export async function ignoreAndRemove(tx: Tx, ctx: Context, id: string): Promise<IgnoreEntry[]> {
  const device = await requireDevice(tx, ctx.siteId, id)
  const values = await identifyingValues(tx, device)
  if (values.length === 0) {
    throw new DomainError(
      'not_identifiable',
      'No value identifies this device alone. Add a pattern to the Ignore List instead.',
    )
  }
  const reason = `Device ${device.name}`
  const entries = await addEntries(
    ctx,
    tx,
    values.map((value) => ({ ...value, reason })),
  )
  await removeDevices(tx, operationOf(ctx), [device.id])
  return entries
}

/** Groups of values, from lasting ones to temporary ones. A group is used if the ones before it are empty. */
const tiers: ((value: FormedKey) => boolean)[] = [
  ({ kind, value }) => ['uuid', 'serial', 'agent'].includes(kind) || (kind === 'mac' && !isLocallyAdministered(value)),
  ({ kind }) => kind === 'machine' || kind === 'mac',
  ({ kind }) => kind === 'ip',
  ({ kind }) => kind === 'name' || kind === 'dns',
]

const ignoreKinds: Partial<Record<EvidenceKind, IgnoreKind>> = {
  uuid: 'uuid',
  agent: 'uuid',
  machine: 'uuid',
  serial: 'serial',
  mac: 'mac',
  ip: 'ip',
  name: 'name',
  dns: 'name',
}

/** Values that belong to this device and no other, as patterns. */
async function identifyingValues(db: Db, device: { id: string; siteId: string }) {
  const own = await unsharedIdentifiers(db, device)
  // Such a value would match other devices as a pattern.
  const usable = own.filter((key) => !/[*?]/.test(shown(key).value))
  const chosen = tiers.map((isOfTier) => usable.filter(isOfTier)).find((values) => values.length > 0) ?? []
  return chosen.flatMap((key) => {
    const ignoreKind = ignoreKinds[key.kind]
    return ignoreKind ? [{ kind: ignoreKind, pattern: shown(key).value }] : []
  })
}

async function unsharedIdentifiers(db: Db, { id, siteId }: { id: string; siteId: string }): Promise<FormedKey[]> {
  const { deviceIdentifiers: ids } = db.tables(deviceTables)
  const others = aliasedTable(ids, 'others')
  const sameOfAnother = db
    .select({ deviceId: others.deviceId })
    .from(others)
    .where(
      and(
        eq(others.siteId, siteId),
        eq(others.kind, ids.kind),
        eq(others.value, ids.value),
        ne(others.deviceId, ids.deviceId),
      ),
    )
  return db
    .select({ kind: ids.kind, value: ids.value, reported: ids.reported, manufacturer: ids.manufacturer })
    .from(ids)
    .where(and(eq(ids.deviceId, id), not(exists(sameOfAnother))))
    .orderBy(ids.kind, ids.value)
}
