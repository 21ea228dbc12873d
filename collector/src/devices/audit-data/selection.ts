import {
  type AuditedDevice,
  type AuditedDeviceList,
  auditedDataSchema,
  auditedDeviceSchema,
} from '@rollcall/shared/api/audit-data.ts'
import { invalidField } from '@rollcall/shared/errors.ts'
import { optional } from '@rollcall/shared/optional.ts'

const fieldNames = Object.keys(auditedDeviceSchema.shape)
const dataParts = Object.entries(auditedDataSchema.shape).flatMap(([group, { shape }]) => [
  `data.${group}`,
  ...Object.keys(shape).map((name) => `data.${group}.${name}`),
])

/** Requested fields and parts of `data`; undefined for the default ones. A 400 names an unknown one. */
export function chosenFields(columns: readonly string[]): ReadonlySet<string> | undefined {
  if (columns.length === 0) return undefined
  const selectable = new Set([...fieldNames, ...dataParts])
  const stranger = columns.findIndex((name) => !selectable.has(name))
  if (stranger >= 0) {
    throw invalidField(`/columns/${stranger}`, `is not a column; use one of ${[...selectable].join(', ')}`)
  }
  return new Set(columns)
}

type Listed = AuditedDeviceList['data'][number]

/** Selects the requested fields and the id. By default all but software and customData, which are null then. */
export function pick(record: AuditedDevice, fields: ReadonlySet<string> | undefined): Listed {
  if (fields === undefined) return { ...record, software: null, customData: null }
  const entries = Object.entries(record).filter(([name]) => name === 'id' || fields.has(name))
  const data = fields.has('data') ? undefined : pickData(record.data, fields)
  return { ...(Object.fromEntries(entries) as Listed), ...optional({ data }) }
}

function pickData(data: AuditedDevice['data'], fields: ReadonlySet<string>): object | undefined {
  const groups = Object.entries(data).flatMap(([group, values]) => {
    if (fields.has(`data.${group}`)) return [[group, values]]
    const chosen = Object.entries(values).filter(([name]) => fields.has(`data.${group}.${name}`))
    return chosen.length === 0 ? [] : [[group, Object.fromEntries(chosen)]]
  })
  return groups.length === 0 ? undefined : Object.fromEntries(groups)
}
