import type { Schedule } from '@rollcall/shared/api/schedule.ts'
import type { Segment } from '@rollcall/shared/api/segment.ts'
import { printTitles } from '@rollcall/shared/audit-reasons.ts'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { credentialsOptions, schedulesOptions, tagsOptions } from '../../../api/catalogs.ts'
import { count, duration } from '../../../ui/amounts.ts'
import { Columns } from '../../../ui/columns.tsx'
import { Facts } from '../../../ui/facts.tsx'
import { Section } from '../../../ui/section.tsx'
import { Loaded } from '../../../ui/states/loaded.tsx'
import { TagList } from '../../../ui/tag-list.tsx'
import { Time } from '../../../ui/time.tsx'
import { cloudFields, hasAddresses, isCloud } from '../segments/types.ts'
import classes from './segment.module.css'
import { useSegment } from './use-segment.ts'

/** All settings of a segment, read only. The Edit button changes them. */
export function SettingsTab() {
  const { query } = useSegment()
  return (
    <Loaded query={query} label="The settings">
      {({ value }) => (
        <Columns>
          <Targets segment={value} />
          <Times segment={value} />
          <Credentials segment={value} />
          <Options options={value.scanOptions} />
        </Columns>
      )}
    </Loaded>
  )
}

function Targets({ segment: { type, addresses, directory, cloud, autoTagId } }: { segment: Segment }) {
  const tag = useQuery(tagsOptions).data?.items.find(({ id }) => id === autoTagId)
  const lines = hasAddresses(type) && (
    <ul className={classes['lines']}>
      {addresses.map((line) => (
        <li key={line} className="mono">
          {line}
        </li>
      ))}
    </ul>
  )
  return (
    <Section title="Targets">
      <Facts
        facts={{
          Addresses: lines,
          Directory: directory?.url,
          'Base DN': directory?.baseDn,
          Filter: directory?.filter,
          'CA certificate':
            directory && (directory.caCertificate ? 'Custom' : 'System certificates of the Audit Service’s machine'),
          ...(isCloud(type) && cloud ? cloudFacts(type, cloud) : {}),
          'Auto tag': tag ? <TagList tags={[tag]} /> : 'None',
        }}
      />
    </Section>
  )
}

function cloudFacts(type: keyof typeof cloudFields, cloud: NonNullable<Segment['cloud']>): Record<string, ReactNode> {
  const { field, label } = cloudFields[type]
  return { [label]: cloud[field], Regions: cloud.regions.length > 0 ? cloud.regions.join(', ') : 'All' }
}

function Times({ segment: { scanScheduleId, auditScheduleId } }: { segment: Segment }) {
  const schedules = useQuery(schedulesOptions).data?.items ?? []
  const named = (scheduleId: string | null) =>
    scheduleId === null ? 'Manual' : <When schedule={schedules.find(({ id }) => id === scheduleId)} />
  return (
    <Section title="Schedules">
      <Facts facts={{ Scans: named(scanScheduleId), Audits: named(auditScheduleId) }} />
    </Section>
  )
}

function When({ schedule }: { schedule: Schedule | undefined }) {
  if (!schedule) return null
  return (
    <>
      {schedule.name},{' '}
      {schedule.enabled ? (
        <>
          next <Time value={schedule.nextRun} />
        </>
      ) : (
        'paused'
      )}
    </>
  )
}

function Credentials({ segment: { credentialIds } }: { segment: Segment }) {
  const { data } = useQuery(credentialsOptions)
  return (
    <Section title="Credentials">
      {credentialIds.length === 0 ? (
        <p className={classes['note']}>None. Only SNMP with the community “public” is tried.</p>
      ) : (
        <ol className={classes['lines']}>
          {credentialIds.map((credentialId) => (
            <li key={credentialId} className="wrap">
              {data?.items.find(({ id }) => id === credentialId)?.name ?? '…'}
            </li>
          ))}
        </ol>
      )}
    </Section>
  )
}

function Options({ options }: { options: Segment['scanOptions'] }) {
  return (
    <Section title="Scan options">
      <Facts
        facts={{
          Scope: options.pingOnly ? 'Find hosts only' : 'Find and audit hosts',
          'Version detection (nmap)': options.osDetection ? 'Yes' : 'No',
          'Identified by': options.identifyBy
            ? options.identifyBy.map((name) => printTitles[name]).join(', ') || 'None'
            : 'All protocols',
          'Maximum packets per second': count(options.maxPacketsPerSecond),
          'Host timeout': duration(options.hostTimeoutMs),
          'TCP ports': options.tcpPorts ? options.tcpPorts.join(', ') || 'None' : 'Common ports',
          'SNMP ports': options.snmpPorts.join(', '),
        }}
      />
    </Section>
  )
}
