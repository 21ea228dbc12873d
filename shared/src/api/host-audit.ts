import { z } from 'zod'
import { auditAttemptSchema, auditReasonSchema, auditStateSchema } from '../messages/host-audit.ts'
import { idSchema, text, timeSchema } from './common.ts'

export const shownReasonSchema = auditReasonSchema.meta({
  id: 'AuditReason',
  description: 'Code of a result. Later releases may add codes; `text` has the words',
  example: 'wrong-authentication',
})
export const shownStateSchema = auditStateSchema.meta({
  id: 'AuditState',
  description:
    '`audited`: read by SNMP or SSH; `notAudited`: no credential worked, no answer or not tried; `failed`: the audit started but did not finish. Each host that was found has one of them',
})

const attemptSchema = z
  .object({
    protocol: auditAttemptSchema.shape.protocol.meta({ example: 'snmp-v3' }),
    port: z.int().nullable(),
    credentialId: idSchema.nullable(),
    credentialName: text('auditor-256').nullable().meta({ description: 'Current name; null if it was deleted' }),
    user: text('auditor').nullable().meta({ description: 'User name of the credential' }),
    reason: shownReasonSchema,
    text: text('SNMPv3 auditor-256: user known, wrong authentication passphrase or protocol'),
    since: timeSchema.nullable().meta({ description: 'Time at which the changed host key was stored' }),
    used: z.int().nullable().meta({ description: 'Attempts of the day that the host refused', example: 2 }),
    limit: z.int().nullable().meta({ description: 'Limit of such attempts', example: 3 }),
  })
  .meta({ id: 'AuditAttempt', description: 'One attempt to read a host: what was tried, and what came back' })

export const hostAuditSchema = z
  .object({
    state: shownStateSchema,
    reason: shownReasonSchema,
    text: text('SNMPv3 auditor-256: user known, wrong authentication passphrase or protocol'),
    attempts: z.array(attemptSchema).meta({ description: 'The most telling first' }),
  })
  .meta({ id: 'HostAudit' })
export type HostAudit = z.infer<typeof hostAuditSchema>

export const auditProblemSchema = hostAuditSchema
  .extend({
    since: timeSchema.meta({ description: 'Time of the first scan that could not read the device' }),
    lastRead: timeSchema.nullable().meta({ description: 'Time at which a scan last read it' }),
    taskId: idSchema.meta({ description: 'The last task that could not read it' }),
  })
  .meta({ id: 'AuditProblem' })
export type AuditProblem = z.infer<typeof auditProblemSchema>

export const reasonCountSchema = z
  .object({
    state: shownStateSchema,
    reason: shownReasonSchema,
    text: text('user known, wrong authentication passphrase or protocol'),
    hosts: z.int().meta({ example: 25 }),
  })
  .meta({ id: 'AuditReasonCount' })
export type ReasonCount = z.infer<typeof reasonCountSchema>
