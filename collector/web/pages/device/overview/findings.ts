import type { ComplianceItem } from '@rollcall/shared/api/compliance.ts'
import type { Device } from '@rollcall/shared/api/device.ts'
import type { Finding as RuleFinding } from '@rollcall/shared/api/finding.ts'
import type { Review } from '@rollcall/shared/api/review.ts'
import type { SnapshotReport } from '@rollcall/shared/api/snapshot.ts'
import { dayMs } from '@rollcall/shared/durations.ts'
import { counted } from '../../../ui/amounts.ts'

/** A finding of a device: the problem, the remedy, and the tab to fix it. */
export type Finding = {
  problem: string
  remedy: string
  tab: 'software' | 'hardware' | 'network' | 'supplies' | 'audit' | 'identity' | 'history'
}

export type FindingSources = {
  device: Device
  reviews: readonly Review[]
  compliance: Pick<ComplianceItem, 'missing' | 'forbidden' | 'unknown'>
  report: SnapshotReport | undefined
  /** Findings of rules. */
  found: readonly RuleFinding[]
}

const expiringDays = 30
/** Lower limits of a volume's free space and of a printer's supply. */
const leftPercentMin = { volume: 10, supply: 10 }

/** Returns the findings of a device, open reviews first. */
export function findingsOf({ device, reviews, compliance, report, found }: FindingSources, now: number): Finding[] {
  return [
    ...reviews.map(({ review }): Finding => ({ problem: review, remedy: 'Review the match', tab: 'identity' })),
    ...ofAudit(device),
    ...ofCompliance(compliance),
    ...ofProbes(report),
    ...ofCertificates(device, now),
    ...ofDisks(device),
    ...ofVolumes(device),
    ...ofSupplies(device),
    ...ofBattery(device),
    ...ofRules(device, found),
  ]
}

/** Rules whose findings are said above with their parts, such as the volume, as soon as the data shows them. */
const inParts = new Set([
  ...['forbidden-software', 'required-missing', 'not-audited', 'certificate-ends', 'disk-failing', 'disk-warning'],
  ...['volume-full', 'supply-low', 'battery-low'],
])

/** Findings of rules, and that the device is stale if no finding says that it was not seen. */
function ofRules(device: Device, found: readonly RuleFinding[]): Finding[] {
  const others = found.filter(({ ruleOrigin }) => !inParts.has(ruleOrigin ?? ''))
  const isUnseen = device.stale && !others.some(({ ruleOrigin }) => ruleOrigin === 'not-seen')
  return [
    ...others.map(
      ({ ruleName, ruleOrigin, detail }): Finding => ({
        problem: detail === null ? ruleName : `${ruleName}: ${detail}`,
        ...(ruleTabs[ruleOrigin ?? ''] ?? { remedy: 'See what changed', tab: 'history' }),
      }),
    ),
    ...(isUnseen ? [{ problem: 'Not seen for a long time', ...unseen }] : []),
  ]
}

const unseen = { remedy: 'Check whether it still exists, or archive it', tab: 'audit' } as const
const ruleTabs: Record<string, Pick<Finding, 'remedy' | 'tab'>> = {
  'not-seen': unseen,
  'unknown-type': { remedy: 'Add a working credential to its segment', tab: 'audit' },
  'port-down': { remedy: 'Check the cable and the connected device', tab: 'network' },
  'software-added': { remedy: 'See its software', tab: 'software' },
}

/** A scan that cannot read the device any more is said before all that the last readable one found. */
function ofAudit({ auditProblem }: Device): Finding[] {
  if (!auditProblem) return []
  const problem = `The last scan could not read it: ${auditProblem.text}`
  return [{ problem, remedy: 'Check the credential, and audit the device again', tab: 'audit' }]
}

function ofCompliance({ missing, forbidden, unknown }: FindingSources['compliance']): Finding[] {
  const named = ({ name, version }: { name: string; version?: string | undefined }) => [name, version].join(' ').trim()
  return [
    ...forbidden.map(
      (each): Finding => ({
        problem: `${named(each)} is Forbidden and installed`,
        remedy: 'Remove it',
        tab: 'software',
      }),
    ),
    ...missing.map(
      (each): Finding => ({ problem: `${named(each)} is Required and missing`, remedy: 'Install it', tab: 'software' }),
    ),
    ...(unknown.length > 0
      ? [
          {
            problem: `Compliance with ${counted(unknown.length, 'rule')} is not known: no audit has read the software`,
            remedy: 'Read its software by an agent or SSH',
            tab: 'software',
          } as const,
        ]
      : []),
  ]
}

/** Probes that sign in to the device. Others are refused by the rights of the agent or the account. */
const credentialProbes = ['snmp', 'ssh']

function remedyOf({ probe, outcome }: SnapshotReport['probes'][number]): string | undefined {
  if (outcome === 'failed') return 'Check the details below and audit the device again'
  if (outcome !== 'refused') return undefined
  return credentialProbes.includes(probe) ? 'Add a working credential to its segment' : 'Check its rights on the device'
}

function ofProbes(report: SnapshotReport | undefined): Finding[] {
  return (report?.probes ?? []).flatMap((each): Finding[] => {
    const { probe, outcome, detail } = each
    const todo = remedyOf(each)
    return todo ? [{ problem: `${probe} ${outcome}${detail ? `: ${detail}` : ''}`, remedy: todo, tab: 'audit' }] : []
  })
}

function ofCertificates({ data }: Device, now: number): Finding[] {
  return (data?.network.services ?? []).flatMap(({ port, certificate }): Finding[] => {
    if (!certificate?.validTo) return []
    const days = Math.floor((Date.parse(certificate.validTo) - now) / dayMs)
    if (days >= expiringDays) return []
    const when = days < 0 ? 'has expired' : days === 0 ? 'expires today' : `expires in ${counted(days, 'day')}`
    return [
      { problem: `Certificate on port ${port} (${certificate.subject}) ${when}`, remedy: 'Renew it', tab: 'network' },
    ]
  })
}

function ofDisks({ data }: Device): Finding[] {
  return (data?.hardware.disks ?? []).flatMap(({ name, serialNumber, health }): Finding[] => {
    const disk = `Disk ${name}${serialNumber ? ` (${serialNumber})` : ''}`
    if (health?.status === 'failing')
      return [{ problem: `${disk} is failing`, remedy: 'Back up its data and replace it', tab: 'hardware' }]
    if (health?.status === 'warning')
      return [{ problem: `${disk} reports a warning`, remedy: 'Check its health', tab: 'hardware' }]
    return []
  })
}

function ofVolumes({ data }: Device): Finding[] {
  return (data?.hardware.volumes ?? []).flatMap(({ mount, sizeBytes, freeBytes }): Finding[] => {
    const percent = share(freeBytes, sizeBytes)
    if (percent === undefined || percent >= leftPercentMin.volume) return []
    return [{ problem: `${mount}: ${percent} % free`, remedy: 'Free up space', tab: 'hardware' }]
  })
}

function ofSupplies({ data }: Device): Finding[] {
  return (data?.hardware.printer?.supplies ?? []).flatMap((supply): Finding[] => {
    const percent = share(supply.level, supply.max)
    // A waste container is full when no capacity is left.
    if (percent === undefined || supply.class === 'filled' || percent >= leftPercentMin.supply) return []
    return [{ problem: `${supply.name}: ${percent} % left`, remedy: 'Order a replacement', tab: 'supplies' }]
  })
}

function ofBattery({ data }: Device): Finding[] {
  const status = data?.hardware.ups?.battery.status
  if (status !== 'low' && status !== 'depleted') return []
  return [{ problem: `Battery is ${status}`, remedy: 'Check the power supply or replace the battery', tab: 'hardware' }]
}

function share(part: number | undefined, whole: number | undefined): number | undefined {
  if (part === undefined || whole === undefined || whole <= 0) return undefined
  return Math.floor((part / whole) * 100)
}
