import { SnmpError } from './errors.ts'
import { formatOid } from './oid.ts'
import type { Pdu } from './pdu.ts'

/**
 * Counters that an engine reports instead of an answer: usmStats (RFC 3414, section 5), snmpMPDStats and targets (RFC
 * 3412, 3413).
 */
export const ReportOid = {
  unsupportedSecurityLevels: '1.3.6.1.6.3.15.1.1.1.0',
  notInTimeWindows: '1.3.6.1.6.3.15.1.1.2.0',
  unknownUserNames: '1.3.6.1.6.3.15.1.1.3.0',
  unknownEngineIds: '1.3.6.1.6.3.15.1.1.4.0',
  wrongDigests: '1.3.6.1.6.3.15.1.1.5.0',
  decryptionErrors: '1.3.6.1.6.3.15.1.1.6.0',
  unavailableContexts: '1.3.6.1.6.3.12.1.4.0',
  unknownContexts: '1.3.6.1.6.3.12.1.5.0',
} as const

/** Returns the counter of a report; empty text for a report without one. */
export function reportedOid(report: Pdu): string {
  const [first] = report.varbinds
  return first === undefined ? '' : formatOid(first.oid)
}

/** Returns the error of a report, in words for the person who chose the credential. */
export function reportError(report: Pdu): SnmpError {
  const counter = reportedOid(report)
  switch (counter) {
    case ReportOid.unsupportedSecurityLevels:
      return new SnmpError('unsupported-security-level', 'the agent does not offer this security level to this user')
    case ReportOid.notInTimeWindows:
      return new SnmpError('not-in-time-window', 'the agent still reports a wrong engine time after resynchronization')
    case ReportOid.unknownUserNames:
      return new SnmpError('unknown-user', 'the agent does not know this user name')
    case ReportOid.wrongDigests:
      return new SnmpError('wrong-digest', 'wrong authentication password or protocol')
    case ReportOid.decryptionErrors:
      return new SnmpError('decryption-error', 'wrong privacy password or protocol')
    case ReportOid.unavailableContexts:
    case ReportOid.unknownContexts:
      return new SnmpError('unknown-context', 'the agent does not know this context name')
    default:
      return new SnmpError('malformed', `the agent answered with the report ${counter || 'without a counter'}`)
  }
}
