import type { ComplianceItem } from '@rollcall/shared/api/compliance.ts'
import type { Device } from '@rollcall/shared/api/device.ts'
import type { Review } from '@rollcall/shared/api/review.ts'
import type { SnapshotReport } from '@rollcall/shared/api/snapshot.ts'
import { dayMs } from '@rollcall/shared/durations.ts'

/** Something about a device that needs a hand: what it is, what to do, and the tab where that is done. */
export type Finding = {
  what: string
  todo: string
  tab: 'software' | 'hardware' | 'network' | 'supplies' | 'audit' | 'identity'
}

export type Known = {
  device: Device
  reviews: readonly Review[]
  compliance: Pick<ComplianceItem, 'missing' | 'forbidden'>
  report: SnapshotReport | undefined
}

const expiringDays = 30
/** Of a volume, and of a printer's supply. */
const leftPercentMin = { volume: 5, supply: 10 }

/** What stands about a device now, what a person must decide first. */
export function findingsOf({ device, reviews, compliance, report }: Known, now: number): Finding[] {
  return [
    ...reviews.map(({ review }): Finding => ({ what: review, todo: 'Say what it is', tab: 'identity' })),
    ...ofCompliance(compliance),
    ...ofProbes(report),
    ...ofCertificates(device, now),
    ...ofVolumes(device),
    ...ofSupplies(device),
    ...ofBattery(device),
    ...(device.stale
      ? [
          {
            what: 'It was not seen for long',
            todo: 'Find out whether it is still there, or archive it',
            tab: 'audit',
          } as const,
        ]
      : []),
  ]
}

function ofCompliance({ missing, forbidden }: Known['compliance']): Finding[] {
  const named = ({ name, version }: { name: string; version?: string | undefined }) => [name, version].join(' ').trim()
  return [
    ...forbidden.map(
      (each): Finding => ({ what: `${named(each)} is Forbidden and installed`, todo: 'Remove it', tab: 'software' }),
    ),
    ...missing.map(
      (each): Finding => ({ what: `${named(each)} is Required and missing`, todo: 'Install it', tab: 'software' }),
    ),
  ]
}

const remedies: Partial<Record<SnapshotReport['probes'][number]['outcome'], string>> = {
  refused: 'Give its segment a credential that it takes',
  failed: 'Look at its details below, and audit it again',
}

function ofProbes(report: SnapshotReport | undefined): Finding[] {
  return (report?.probes ?? []).flatMap(({ probe, outcome, detail }): Finding[] => {
    const todo = remedies[outcome]
    return todo ? [{ what: `${probe} ${outcome}${detail ? `: ${detail}` : ''}`, todo, tab: 'audit' }] : []
  })
}

function ofCertificates({ data }: Device, now: number): Finding[] {
  return (data?.network.services ?? []).flatMap(({ port, certificate }): Finding[] => {
    if (!certificate?.validTo) return []
    const days = Math.floor((Date.parse(certificate.validTo) - now) / dayMs)
    if (days >= expiringDays) return []
    const when = days < 0 ? 'has expired' : days === 0 ? 'expires today' : `expires in ${days} days`
    return [
      { what: `The certificate of port ${port} (${certificate.subject}) ${when}`, todo: 'Renew it', tab: 'network' },
    ]
  })
}

function ofVolumes({ data }: Device): Finding[] {
  return (data?.hardware.volumes ?? []).flatMap(({ mount, sizeBytes, freeBytes }): Finding[] => {
    const percent = share(freeBytes, sizeBytes)
    if (percent === undefined || percent >= leftPercentMin.volume) return []
    return [{ what: `Of ${mount} ${percent} % are free`, todo: 'Make room', tab: 'hardware' }]
  })
}

function ofSupplies({ data }: Device): Finding[] {
  return (data?.hardware.printer?.supplies ?? []).flatMap((supply): Finding[] => {
    const percent = share(supply.level, supply.max)
    // What fills up, such as a box for waste toner, runs out at the other end.
    if (percent === undefined || supply.class === 'filled' || percent >= leftPercentMin.supply) return []
    return [{ what: `Of ${supply.name} ${percent} % are left`, todo: 'Have the next one ready', tab: 'supplies' }]
  })
}

function ofBattery({ data }: Device): Finding[] {
  const status = data?.hardware.ups?.battery.status
  if (status !== 'low' && status !== 'depleted') return []
  return [{ what: `Its battery is ${status}`, todo: 'Check its power, or change the battery', tab: 'hardware' }]
}

function share(part: number | undefined, whole: number | undefined): number | undefined {
  if (part === undefined || whole === undefined || whole <= 0) return undefined
  return Math.floor((part / whole) * 100)
}
