/** A field's type as the text names it; `?` also null. */
type Kind = 'uuid' | 'string' | 'time' | 'integer' | 'boolean' | 'array' | 'object'
export type Fields = Record<string, Kind | `${Kind}?`>

const is: Record<Kind, (value: unknown) => boolean> = {
  uuid: (value) => typeof value === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value),
  string: (value) => typeof value === 'string',
  time: (value) => typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(value),
  integer: Number.isInteger,
  boolean: (value) => typeof value === 'boolean',
  array: Array.isArray,
  object: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
}

/** Each field that is not there, or is not what the text says; more fields than the text has are no fault. */
export function faultsOf(value: object, fields: Fields): string[] {
  const given = value as Record<string, unknown>
  return Object.entries(fields).flatMap(([name, type]) => {
    if (!(name in given)) return [`${name} is missing`]
    const kind = type.replace('?', '') as Kind
    if (is[kind](given[name]) || (type.endsWith('?') && given[name] === null)) return []
    return [`${name} is no ${type}: ${JSON.stringify(given[name])}`]
  })
}

const listed: Fields = {
  id: 'uuid',
  name: 'string',
  dnsName: 'string?',
  macAddress: 'string?',
  ipAddress: 'string?',
  serialNumber: 'string?',
  assetTag: 'string?',
  type: 'string',
  lastSeen: 'time',
  tags: 'array',
}
const segment: Fields = { id: 'uuid', name: 'string', type: 'string', auditServiceId: 'uuid?', autoTagId: 'uuid?' }
const product: Fields = {
  id: 'uuid',
  name: 'string',
  publisher: 'string',
  softwareGroup: 'string',
  installations: 'integer',
}

/** The tables of "Resources and fields". */
export const fieldsOf = {
  deviceItem: listed,
  device: {
    ...listed,
    auditId: 'uuid',
    auditDate: 'time',
    auditSource: 'string',
    auditSchedule: 'string?',
    customFields: 'object',
    data: 'object',
  },
  segmentItem: { ...segment, deviceCount: 'integer', lastScan: 'time?' },
  segment: {
    ...segment,
    addresses: 'array',
    credentialIds: 'array',
    scanScheduleId: 'uuid?',
    auditScheduleId: 'uuid?',
  },
  snapshotItem: {
    id: 'uuid',
    deviceId: 'uuid',
    auditDate: 'time',
    source: 'string',
    scheduleId: 'uuid?',
    auditServiceId: 'uuid?',
    agentId: 'uuid?',
  },
  snapshot: { id: 'uuid', deviceId: 'uuid', auditDate: 'time', source: 'string', data: 'object' },
  snapshotData: { hardware: 'object', software: 'array', network: 'object', customFields: 'object' },
  product: { ...product, version: 'string' },
  productGroup: product,
  singleProduct: { ...product, firstSeen: 'time', lastSeen: 'time', versions: 'array' },
  productVersion: { version: 'string', installations: 'integer', firstSeen: 'time', lastSeen: 'time' },
  installation: { deviceId: 'uuid', deviceName: 'string', installedVersion: 'string', installDate: 'time?' },
  change: {
    verb: 'string',
    entity: 'string',
    entityId: 'string',
    field: 'string?',
    from: 'string?',
    to: 'string?',
    actor: 'string',
    timestamp: 'time',
  },
  task: {
    id: 'uuid',
    kind: 'string',
    status: 'string',
    segmentId: 'uuid?',
    deviceId: 'uuid?',
    auditServiceId: 'uuid?',
    requestedBy: 'string',
    createdAt: 'time',
    startedAt: 'time?',
    finishedAt: 'time?',
    progress: 'object',
    error: 'string?',
  },
  progress: {
    addressesTotal: 'integer',
    addressesDone: 'integer',
    addressesDoneTo: 'string?',
    hostsFound: 'integer',
    ignored: 'integer',
    new: 'integer',
    known: 'integer',
    audited: 'integer',
    failed: 'integer',
  },
  auditedRecord: {
    id: 'uuid',
    auditId: 'uuid',
    legacyAuditId: 'string',
    tags: 'array',
    auditDate: 'time',
    siteId: 'uuid',
    deviceTypeId: 'integer',
    deviceSubTypeId: 'integer?',
    auditServiceId: 'uuid?',
    auditedBy: 'string',
    isAgent: 'boolean',
    lastAuditTaskId: 'uuid?',
    lastAuditTaskStatus: 'string',
    lastAuditTaskDate: 'time?',
    schedulerName: 'string',
    nextAuditDate: 'time?',
    credentialsId: 'uuid?',
    schedulerIds: 'array',
    name: 'string',
    data: 'object',
    software: 'array?',
    customData: 'object?',
    lastSegmentId: 'uuid?',
    lastSeenDate: 'time',
    modifierInfo: 'object?',
    modified: 'time',
  },
  fullData: {
    id: 'uuid',
    name: 'string',
    networkAddress: 'string',
    macAddress: 'string',
    hypervisorPlatform: 'string?',
    auditId: 'uuid',
    dnsName: 'string',
    domainWorkgroup: 'string',
    ipv4Address: 'string',
    resolvedIpv4Address: 'string',
    manufacturer: 'string',
    snmpVersion: 'string?',
    snmpSysObjectId: 'string?',
    tags: 'array',
    auditEnableStatus: 'integer',
    auditEnableErrorMessage: 'string',
    auditAgentData: 'object?',
    auditStatus: 'object',
    deviceIds: 'array',
    segmentId: 'uuid?',
    deviceTypeId: 'integer',
    deviceSubTypeId: 'integer?',
    auditDataId: 'uuid?',
    modifierInfo: 'object?',
    modified: 'time',
  },
  auditStatus: {
    dnsCheck: 'integer',
    agent: 'integer',
    deviceType: 'integer',
    testConnection: 'integer',
    trustedConnection: 'integer',
    accessError: 'integer',
    psRemoting: 'integer',
  },
  modifierInfo: { clientType: 'integer', title: 'string', userId: 'string' },
} as const satisfies Record<string, Fields>
