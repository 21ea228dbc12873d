import type { CustomFields, Device } from '@rollcall/shared/api/device.ts'
import { DomainError } from '@rollcall/shared/errors.ts'
import { valuesBefore } from '../../change-log/values-before.ts'
import type { Context } from '../../lib/context.ts'
import type { DeviceFields } from '../../matching/device-fields.ts'
import { currentOf } from '../../matching/newest-states.ts'
import { scheduleIdOf } from '../../scanning/schedules/assign-schedule.ts'
import { statesAt } from '../../snapshots/read/as-of.ts'
import type { Db } from '../../store/store.ts'
import { customKeyOf, customValueOf } from '../edit/custom-fields.ts'
import { fieldsOfStates } from '../states/fields-of-states.ts'
import { tagsAt } from '../tags/tag-spans.ts'
import { requireThen } from '../versions/require-device-as-of.ts'
import { readRecord } from './get-device.ts'
import { readShownData } from './shown-data.ts'

/**
 * A device as it was at a time: audited fields by its snapshots until then, edited fields as far back as the change log
 * goes. Includes devices deleted since. `not_found` if it had not been seen yet.
 */
export async function getDeviceAsOf(ctx: Context, id: string, at: string): Promise<Device> {
  return ctx.store.read(async (db) => {
    const row = await requireThen(db, ctx.siteId, id, at)
    if (at < row.firstSeen) {
      throw new DomainError('not_found', `This device was first seen at ${row.firstSeen}. Choose a later time.`)
    }
    const today = await readRecord(db, row)
    const states = await statesAt(db, row.id, at)
    const before = await valuesBefore(db, row.id, at)
    const current = currentOf(states)
    const tags = await tagsAt(db, [row.id], at)
    const newest = states.at(-1)
    return {
      ...today,
      ...(fieldsOfStates(states) ?? unauditedAt(today, before)),
      lastSeen: row.lastSeen <= at ? row.lastSeen : (newest?.auditDate ?? row.firstSeen),
      assetTag: valueAt(before, 'assetTag', today.assetTag),
      stale: false,
      archivedAt: valueAt(before, 'archivedAt', today.archivedAt),
      tags: tags.get(row.id) ?? [],
      ...(await scheduleAt(db, row.siteId, today, before)),
      customFields: customFieldsAt(today.customFields, before),
      auditId: current?.snapshotId ?? null,
      auditDate: current?.auditDate ?? null,
      auditSource: current?.source ?? null,
      auditProblem: null,
      ...(await readShownData(db, states)),
    }
  })
}

/** The change log has names, so a deleted schedule has no id. */
async function scheduleAt(
  db: Db,
  siteId: string,
  today: Pick<Device, 'auditSchedule' | 'auditScheduleId'>,
  before: Values,
) {
  const { auditSchedule, auditScheduleId } = today
  const name = valueAt(before, 'auditSchedule', auditSchedule)
  if (name === auditSchedule) return { auditSchedule, auditScheduleId }
  return { auditSchedule: name, auditScheduleId: name === null ? null : await scheduleIdOf(db, siteId, name) }
}

type Values = ReadonlyMap<string, string | null>

const valueAt = (before: Values, field: string, today: string | null) =>
  before.has(field) ? (before.get(field) ?? null) : today

/** Fields before the first snapshot: only the change log has names and addresses of that time. */
function unauditedAt(today: DeviceFields, before: Values): DeviceFields {
  const type = before.get('type') as DeviceFields['type'] | null | undefined
  return {
    name: valueAt(before, 'name', today.name) ?? today.name,
    dnsName: valueAt(before, 'dnsName', today.dnsName),
    macAddress: valueAt(before, 'macAddress', today.macAddress),
    ipAddress: valueAt(before, 'ipAddress', today.ipAddress),
    type: type ?? today.type,
    serialNumber: null,
    manufacturer: null,
    model: null,
  }
}

function customFieldsAt(today: CustomFields, before: Values): CustomFields {
  const fields = new Map(Object.entries(today))
  for (const [field, from] of before) {
    const key = customKeyOf(field)
    if (key === undefined) continue
    if (from === null) fields.delete(key)
    else fields.set(key, customValueOf(from))
  }
  return Object.fromEntries(fields)
}
