import type { UseFormReturnType } from '@mantine/form'
import { type PrintName, printNames } from '@rollcall/shared/api/choices.ts'
import type { CreateSegment, PatchSegment, Segment, SegmentType } from '@rollcall/shared/api/segment.ts'
import { cloudFields, hasAddresses, isCloud } from '../segments/types.ts'
import { lines, portList, portText, readAddresses } from './lists.ts'

/** Values of the form: lists as typed, one tag by name, and the fields of all types. */
export type SegmentValues = {
  name: string
  type: SegmentType
  auditServiceId: string | null
  addresses: string
  directory: { url: string; baseDn: string; filter: string; caCertificate: string }
  cloud: { account: string; subscription: string; project: string; regions: string }
  credentialIds: string[]
  autoTag: string
  scanScheduleId: string | null
  auditScheduleId: string | null
  scanOptions: {
    pingOnly: boolean
    osDetection: boolean
    identifyBy: PrintName[]
    maxPacketsPerSecond: number
    hostTimeoutMs: number
    tcpPorts: string
    snmpPorts: string
  }
}
export type Form = UseFormReturnType<SegmentValues>

const empty: SegmentValues = {
  name: '',
  type: 'ip-range',
  auditServiceId: null,
  addresses: '',
  directory: { url: '', baseDn: '', filter: '', caCertificate: '' },
  cloud: { account: '', subscription: '', project: '', regions: '' },
  credentialIds: [],
  autoTag: '',
  scanScheduleId: null,
  auditScheduleId: null,
  scanOptions: {
    pingOnly: false,
    osDetection: false,
    identifyBy: [...printNames],
    maxPacketsPerSecond: 10_000,
    hostTimeoutMs: 60_000,
    tcpPorts: '',
    snmpPorts: '161',
  },
}

export const newValues = (given: Partial<SegmentValues> = {}): SegmentValues => ({ ...empty, ...given })

export function valuesOf(segment: Segment, tagName: string): SegmentValues {
  const { addresses, directory, cloud, scanOptions, autoTagId: _, id: __, ...same } = segment
  const { tcpPorts, snmpPorts, identifyBy = [...printNames], ...options } = scanOptions
  return {
    ...same,
    addresses: addresses.join('\n'),
    directory: textsOf(directory, empty.directory),
    cloud: { ...textsOf(cloud, empty.cloud), regions: (cloud?.regions ?? []).join(', ') },
    autoTag: tagName,
    scanOptions: { ...options, identifyBy, tcpPorts: portText(tcpPorts ?? []), snmpPorts: portText(snmpPorts) },
  }
}

/** Copies the texts that the segment has over empty defaults. */
const textsOf = <P extends Record<string, string>>(texts: object | null, empty: P): P => ({ ...empty, ...texts })

/** All protocols are the default, so that those of later releases are among them. */
const isDefault = (identifyBy: readonly PrintName[]) => identifyBy.length === printNames.length

const cloudOf = (values: SegmentValues, type: keyof typeof cloudFields) => {
  const { field } = cloudFields[type]
  return { [field]: values.cloud[field].trim(), regions: lines(values.cloud.regions) }
}

/** Returns the fields of a segment, with null for empty ones. */
function fieldsOf(values: SegmentValues, autoTagId: string | null) {
  const { type, addresses, directory, cloud: _, autoTag: __, scanOptions, ...same } = values
  const { filter, caCertificate } = directory
  const { identifyBy, tcpPorts, snmpPorts } = scanOptions
  const ports = portList(tcpPorts) ?? []
  return {
    fields: {
      ...{ ...same, autoTagId },
      ...(hasAddresses(type) && { addresses: lines(addresses) }),
      ...(isCloud(type) && { cloud: cloudOf(values, type) }),
    },
    directory: { ...directory, filter: filter || null, caCertificate: caCertificate || null },
    scanOptions: {
      ...scanOptions,
      snmpPorts: portList(snmpPorts) ?? [],
      identifyBy: isDefault(identifyBy) ? null : identifyBy,
      tcpPorts: ports.length > 0 ? ports : null,
    },
  }
}

type WithoutNull<T> = { [K in keyof T]: Exclude<T[K], null> }
const withoutNull = <T extends object>(given: T) =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null)) as WithoutNull<T>

export function toCreate(values: SegmentValues, autoTagId: string | null): CreateSegment {
  const { type } = values
  const { fields, directory, scanOptions } = fieldsOf(values, autoTagId)
  return {
    ...{ ...fields, type, scanOptions: withoutNull(scanOptions) },
    ...(type === 'active-directory' && { directory: withoutNull(directory) }),
  }
}

/** Builds a merge patch, in which empty fields are removed. */
export function toPatch(values: SegmentValues, autoTagId: string | null): PatchSegment {
  const { fields, directory, scanOptions } = fieldsOf(values, autoTagId)
  return { ...fields, scanOptions, ...(values.type === 'active-directory' && { directory }) }
}

const notPorts = 'Enter port numbers from 1 to 65535 or ranges, such as 22, 8000-8010'

/** Validates how lists are written. The collector validates everything else. */
export function validate({ type, addresses, scanOptions }: SegmentValues) {
  const read = hasAddresses(type) ? readAddresses(addresses, type === 'address-list') : undefined
  const isPorts = (text: string) => portList(text) !== undefined
  return {
    ...(read && 'error' in read ? { addresses: read.error } : {}),
    ...(isPorts(scanOptions.tcpPorts) ? {} : { 'scanOptions.tcpPorts': notPorts }),
    ...(isPorts(scanOptions.snmpPorts) ? {} : { 'scanOptions.snmpPorts': notPorts }),
  }
}
