import type { CreateSegment, SegmentType } from '@rollcall/shared/api/segment.ts'
import { DomainError, type FieldError } from '@rollcall/shared/errors.ts'
import { parseTarget } from '@rollcall/shared/targets/expression.ts'
import { parseTargets } from '@rollcall/shared/targets/parse.ts'
import type { Context } from '../context.ts'
import { kindsOfCredentials } from '../credentials/read.ts'
import { tagExists } from '../devices/find-tag.ts'
import { auditServiceExists } from '../enrolment/read.ts'

type Rules = {
  addresses: boolean
  auditService: boolean
  credentialKinds: readonly string[]
  credentialsRequired: boolean
}

const snmpKinds = ['snmp-community', 'snmp-v3']

/** What each segment type asks for; the credential kinds that fit it. */
const rules: Record<SegmentType, Rules> = {
  'address-list': { addresses: true, auditService: true, credentialKinds: snmpKinds, credentialsRequired: false },
  'ip-range': { addresses: true, auditService: true, credentialKinds: snmpKinds, credentialsRequired: false },
  'active-directory': {
    addresses: false,
    auditService: true,
    credentialKinds: [...snmpKinds, 'ldap'],
    credentialsRequired: true,
  },
  aws: { addresses: false, auditService: false, credentialKinds: ['aws'], credentialsRequired: true },
  azure: { addresses: false, auditService: false, credentialKinds: ['azure'], credentialsRequired: true },
  'google-cloud': {
    addresses: false,
    auditService: false,
    credentialKinds: ['google-cloud'],
    credentialsRequired: true,
  },
}

/** Checks what needs more than the schema; every fault is told at once. Gives the addresses in canonical form. */
export async function validateSegment(ctx: Context, input: CreateSegment): Promise<{ addresses: string[] }> {
  const faults: FieldError[] = []
  const fault = (path: string, message: string) => faults.push({ path, message })
  const rule = rules[input.type]

  if (input.auditServiceId == null) {
    if (rule.auditService) fault('/auditServiceId', `is required for a segment of type ${input.type}`)
  } else if (!(await auditServiceExists(ctx, input.auditServiceId))) {
    fault('/auditServiceId', 'is not a known Audit Service of this site')
  }

  const addresses = checkAddresses(input, rule, fault)
  await checkCredentials(ctx, input, rule, fault)

  if (input.autoTagId != null && !(await tagExists(ctx, input.autoTagId))) {
    fault('/autoTagId', 'is not a tag of this site')
  }
  for (const key of ['scanScheduleId', 'auditScheduleId'] as const) {
    if (input[key] != null) fault(`/${key}`, 'is not a schedule of this site')
  }
  if (faults.length > 0) {
    throw new DomainError(
      'validation_failed',
      faults.map(({ path, message }) => `${path} ${message}`).join('; '),
      faults,
    )
  }
  return { addresses }
}

type Fault = (path: string, message: string) => void

function checkAddresses(input: CreateSegment, rule: Rules, fault: Fault): string[] {
  const given = input.addresses ?? []
  if (!rule.addresses) {
    if (given.length > 0) fault('/addresses', `does not go with a segment of type ${input.type}`)
    return []
  }
  if (given.length === 0) {
    fault('/addresses', `is required for a segment of type ${input.type}, and must not be empty`)
    return []
  }
  const parsed = parseTargets(given, { allowNames: input.type === 'address-list' })
  for (const error of parsed.errors)
    fault(error.index === undefined ? '/addresses' : `/addresses/${error.index}`, error.message)
  if (input.type === 'ip-range') {
    given.forEach((expression, index) => {
      const target = parseTarget(expression)
      if ('kind' in target && target.kind === 'address') {
        fault(`/addresses/${index}`, 'must be a first-last range or a CIDR block in an IP range')
      }
    })
  }
  return given.map((expression) => expression.trim())
}

async function checkCredentials(ctx: Context, input: CreateSegment, rule: Rules, fault: Fault): Promise<void> {
  const ids = input.credentialIds ?? []
  if (ids.length === 0 && rule.credentialsRequired) {
    fault('/credentialIds', `is required for a segment of type ${input.type}`)
  }
  const kinds = await kindsOfCredentials(ctx, ids)
  ids.forEach((id, index) => {
    const kind = kinds.get(id)
    if (kind === undefined) fault(`/credentialIds/${index}`, 'is not a credential of this site')
    else if (!rule.credentialKinds.includes(kind)) {
      fault(`/credentialIds/${index}`, `is of kind ${kind}, which does not fit a segment of type ${input.type}`)
    }
  })
}
