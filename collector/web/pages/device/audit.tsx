import { Group, NativeSelect } from '@mantine/core'
import type { Device } from '@rollcall/shared/api/device.ts'
import { IconDownload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { schedulesOptions } from '../../api/catalogs.ts'
import { download } from '../../api/request.ts'
import { dataPath, rawPath } from '../../api/snapshots.ts'
import { useMay } from '../../api/use-may.ts'
import { ActionButton } from '../../ui/action-button.tsx'
import { Facts } from '../../ui/facts.tsx'
import { Identifier } from '../../ui/identifier.tsx'
import { itemOptions } from '../../ui/options.ts'
import { Section } from '../../ui/section.tsx'
import { Time } from '../../ui/time.tsx'
import { useAction } from '../../ui/use-action.ts'
import { useChangeDevice } from './use-change-device.ts'
import { useDevice } from './use-device.ts'
import { NeverAudited } from './with-data.tsx'

export function AuditTab() {
  const { query, asOf } = useDevice()
  if (!query.data) return null
  return <Audit device={query.data} isPast={asOf !== undefined} />
}

function Audit({ device, isPast }: { device: Device; isPast: boolean }) {
  const { auditId, auditDate, auditSource, auditSchedule } = device
  const mayEdit = useMay('EditInventory') && !isPast
  return (
    <Section title="Audit">
      {auditId === null && <NeverAudited />}
      <Facts
        facts={{
          'Audit ID': auditId && <Identifier value={auditId} label="audit ID" />,
          Date: <Time value={auditDate} exact />,
          Source: auditSource,
          Schedule: mayEdit ? <ScheduleChoice device={device} /> : (auditSchedule ?? 'None'),
          'Next audit': isPast ? undefined : <NextAudit scheduleId={device.auditScheduleId} />,
        }}
      />
      {auditId && <Downloads auditId={auditId} source={auditSource} />}
    </Section>
  )
}

type DownloadsProps = { auditId: string; source: Device['auditSource'] }

function Downloads({ auditId, source }: DownloadsProps) {
  const data = useAction('The data was not downloaded', () =>
    download(dataPath(auditId), {}, `snapshot-${auditId}.json`),
  )
  const raw = useAction('The raw data was not downloaded', () =>
    // Raw data of an Audit Service is a packed archive; of other sources it is the original document.
    download(rawPath(auditId), {}, `raw-${auditId}.${source === 'Service' ? 'tar.gz' : 'json'}`),
  )
  const icon = <IconDownload size={15} aria-hidden />
  return (
    <Group gap="xs" mt="sm">
      <ActionButton label="Data" action={data} leftSection={icon} />
      <ActionButton label="Raw data" action={raw} leftSection={icon} />
    </Group>
  )
}

function ScheduleChoice({ device }: { device: Device }) {
  const { data } = useQuery(schedulesOptions)
  const change = useChangeDevice()
  const schedules = data?.items.filter(({ kind }) => kind === 'audit') ?? []
  const nameOf = (scheduleId: string | null) => schedules.find((each) => each.id === scheduleId)?.name ?? 'None'
  const choose = useAction('The schedule was not changed', (chosen: string | null) =>
    change(device, { auditScheduleId: chosen }, `Audit schedule: ${nameOf(chosen)}`),
  )
  return (
    <NativeSelect
      size="xs"
      maw={280}
      aria-label="Audit schedule"
      value={device.auditScheduleId ?? ''}
      disabled={choose.isPending}
      data={[{ value: '', label: 'None' }, ...itemOptions(schedules)]}
      onChange={(event) => choose.mutate(event.currentTarget.value || null)}
    />
  )
}

function NextAudit({ scheduleId }: { scheduleId: string | null }) {
  const { data } = useQuery(schedulesOptions)
  const schedule = data?.items.find(({ id }) => id === scheduleId)
  if (!schedule) return 'Not scheduled'
  return schedule.nextRun === null ? 'The schedule is disabled' : <Time value={schedule.nextRun} exact />
}
