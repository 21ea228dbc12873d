import { X509Certificate } from 'node:crypto'
import { hostCredentialKinds } from '@rollcall/shared/api/choices.ts'
import type { CredentialKind } from '@rollcall/shared/api/credential.ts'
import { scheduleKinds } from '@rollcall/shared/api/schedule.ts'
import type { CreateSegment, SegmentType } from '@rollcall/shared/api/segment.ts'
import { type FieldError, invalidFields } from '@rollcall/shared/errors.ts'
import { parseTargets } from '@rollcall/shared/targets/parse.ts'
import { tagExists } from '../../device-records/tag-exists.ts'
import type { Db } from '../../store/store.ts'
import { auditServiceExists } from '../audit-services/read-audit-services.ts'
import { kindsOfCredentials } from '../credentials/list-credentials.ts'
import { scheduleProblem } from '../schedules/assign-schedule.ts'

type Rules = {
  addresses: boolean
  auditService: boolean
  directory: boolean
  /** Field with the account, subscription or project of a cloud; absent for other types. */
  cloud?: CloudField
  /** Kind of the required credential. */
  requiredKind?: CredentialKind
  /** Kinds of optional credentials. */
  optionalKinds: readonly CredentialKind[]
}

type CloudField = (typeof cloudFields)[number]
const cloudFields = ['account', 'subscription', 'project'] as const

const onNetwork: Rules = {
  addresses: true,
  auditService: true,
  directory: false,
  optionalKinds: hostCredentialKinds,
}
const inCloud = (kind: CredentialKind, cloud: CloudField): Rules => ({
  addresses: false,
  auditService: false,
  directory: false,
  cloud,
  requiredKind: kind,
  optionalKinds: [],
})

/** Requirements of each segment type, and its credential kinds. */
const rules: Record<SegmentType, Rules> = {
  'address-list': onNetwork,
  'ip-range': onNetwork,
  'active-directory': { ...onNetwork, addresses: false, directory: true, requiredKind: 'ldap' },
  aws: inCloud('aws', 'account'),
  azure: inCloud('azure', 'subscription'),
  'google-cloud': inCloud('google-cloud', 'project'),
}

/**
 * Validates everything beyond the schema, and reports all faults at once. Returns the addresses in canonical form.
 * `changed` names the fields of a patch: values that were valid before are accepted. Absent for a new segment.
 */
export async function validateSegment(
  db: Db,
  siteId: string,
  input: CreateSegment,
  changed?: ReadonlySet<string>,
): Promise<{ addresses: string[] }> {
  const faults: FieldError[] = []
  const rule = rules[input.type]
  const fault = (path: string, message: string) => {
    if (changed === undefined || changed.has(path.split('/')[1] ?? '')) faults.push({ path, message })
  }
  // A segment may lose its service later: the No service state.
  if (input.auditServiceId == null && rule.auditService && changed === undefined) {
    fault('/auditServiceId', `is required for a segment of type ${input.type}`)
  }
  const addresses = checkAddresses(input, rule, fault)
  checkSource(input, rule, fault)
  await checkCredentials(db, siteId, input, rule, fault)
  await checkReferences(db, siteId, input, fault)
  if (faults.length > 0) throw invalidFields(faults)
  return { addresses }
}

type Fault = (path: string, message: string) => void

function checkAddresses(input: CreateSegment, rule: Rules, fault: Fault): string[] {
  const given = input.addresses ?? []
  if (!rule.addresses) {
    if (given.length > 0) fault('/addresses', `is not allowed for a segment of type ${input.type}`)
    return []
  }
  if (given.length === 0) {
    fault('/addresses', `is required for a segment of type ${input.type}, and must not be empty`)
    return []
  }
  const { errors, canonical } = parseTargets(given, { allowNames: input.type === 'address-list' })
  for (const { index, message } of errors) fault(index === undefined ? '/addresses' : `/addresses/${index}`, message)
  if (input.type === 'address-list') return canonical
  const malformed = new Set(errors.map(({ index }) => index))
  given.forEach((expression, index) => {
    if (malformed.has(index) || /[-/]/.test(expression)) return
    fault(`/addresses/${index}`, 'must be a first-last range or a CIDR block in an IP range')
  })
  // A range of one address stays a range.
  return canonical.map((expression) => (/[-/]/.test(expression) ? expression : `${expression}-${expression}`))
}

/** Checks the source of a segment without addresses: the fields of its type are set, and no others. */
function checkSource({ type, directory, cloud }: CreateSegment, rule: Rules, fault: Fault): void {
  if (rule.directory && !directory) fault('/directory', `is required for a segment of type ${type}`)
  if (!rule.directory && directory) fault('/directory', `is not allowed for a segment of type ${type}`)
  if (directory?.caCertificate !== undefined && !isCertificate(directory.caCertificate)) {
    fault('/directory/caCertificate', 'is not an X.509 certificate')
  }
  if (!cloud) {
    if (rule.cloud) fault('/cloud', `is required for a segment of type ${type}`)
    return
  }
  if (!rule.cloud) {
    fault('/cloud', `is not allowed for a segment of type ${type}`)
    return
  }
  for (const field of cloudFields) {
    if (field === rule.cloud && cloud[field] === undefined) fault(`/cloud/${field}`, `is required for ${type}`)
    if (field !== rule.cloud && cloud[field] !== undefined) fault(`/cloud/${field}`, `is not allowed for ${type}`)
  }
}

function isCertificate(pem: string): boolean {
  try {
    return new X509Certificate(pem).raw.length > 0
  } catch {
    return false
  }
}

async function checkReferences(db: Db, siteId: string, input: CreateSegment, fault: Fault): Promise<void> {
  const { auditServiceId, autoTagId } = input
  if (auditServiceId != null && !(await auditServiceExists(db, siteId, auditServiceId))) {
    fault('/auditServiceId', 'is not an Audit Service of this site')
  }
  if (autoTagId != null && !(await tagExists(db, siteId, autoTagId))) fault('/autoTagId', 'is not a tag of this site')
  for (const kind of scheduleKinds) {
    const id = input[`${kind}ScheduleId`]
    const problem = id == null ? undefined : await scheduleProblem(db, siteId, id, kind)
    if (problem !== undefined) fault(`/${kind}ScheduleId`, problem)
  }
}

async function checkCredentials(
  db: Db,
  siteId: string,
  input: CreateSegment,
  rule: Rules,
  fault: Fault,
): Promise<void> {
  const ids = input.credentialIds ?? []
  const kinds = await kindsOfCredentials(db, siteId, ids)
  const required = rule.requiredKind
  const fitting = required ? [required, ...rule.optionalKinds] : rule.optionalKinds
  const problems = ids.map((id, index) =>
    credentialProblem(ids.indexOf(id) < index, kinds.get(id), fitting, input.type),
  )
  problems.forEach((problem, index) => {
    if (problem !== undefined) fault(`/credentialIds/${index}`, problem)
  })
  // If another credential of the list is at fault already, report that one alone.
  const isLacking = required !== undefined && ids.every((id) => kinds.get(id) !== required)
  if (isLacking && problems.every((problem) => problem === undefined)) {
    fault('/credentialIds', `must contain a credential of kind ${required} for a segment of type ${input.type}`)
  }
}

function credentialProblem(
  isRepeated: boolean,
  kind: CredentialKind | undefined,
  fitting: readonly CredentialKind[],
  type: SegmentType,
): string | undefined {
  if (isRepeated) return 'is listed twice'
  if (kind === undefined) return 'is not a credential of this site'
  return fitting.includes(kind) ? undefined : `is of kind ${kind}, which does not fit a segment of type ${type}`
}
