import { type NumberInputProps, Switch } from '@mantine/core'
import type { SiteSettings } from '@rollcall/shared/api/site-settings.ts'
import { PageHead } from '../../../ui/page-head.tsx'
import { Section } from '../../../ui/section.tsx'
import { LimitInput } from '../site-settings/limit-input.tsx'
import { OpenedSettings } from '../site-settings/opened-settings.tsx'
import { SettingsForm } from '../site-settings/settings-form.tsx'
import { useSettingsForm } from '../site-settings/use-settings-form.ts'
import { QuietDevices } from './quiet-devices.tsx'

/** How long what is known is kept. */
export function Retention() {
  return (
    <>
      <PageHead
        title="Retention"
        about="How long snapshots and changes are kept, and what becomes of devices that are no longer seen. What is over its time goes within an hour, a part at a time."
      />
      <OpenedSettings what="Retention">{(settings) => <RetentionForm settings={settings} />}</OpenedSettings>
    </>
  )
}

const days = { suffix: ' days', max: 36_500 }

type Limit = Pick<NumberInputProps, 'label' | 'description' | 'suffix' | 'max'> & {
  name: keyof SiteSettings['retention']
  none: string
}

const devices = {
  stale: {
    name: 'staleDeviceDays',
    label: 'Marked as stale after',
    description: 'They stay where they are, and can be listed by it.',
    none: 'never',
    ...days,
  },
  archived: {
    name: 'archiveDeviceDays',
    label: 'Archived after',
    description:
      'They leave the lists and reports with all their history, and come back by themselves when they are seen again.',
    none: 'never',
    ...days,
  },
  deleted: {
    name: 'deleteDeviceDays',
    label: 'Deleted after',
    description: 'They go for good, with all their snapshots. Seen again, such a device is a new one.',
    none: 'never',
    ...days,
  },
} satisfies Record<string, Limit>

const history: Limit[] = [
  {
    name: 'snapshotsPerDevice',
    label: 'Snapshots kept of each device',
    description: 'The newest ones. The current snapshot of a device always stays.',
    none: 'all',
    max: 1_000_000,
  },
  {
    name: 'snapshotDays',
    label: 'Snapshots kept for',
    description: 'Copies in Snapshot storage are not touched; what still waits to be copied is kept until it is.',
    none: 'for ever',
    ...days,
  },
  {
    name: 'changeLogDays',
    label: 'Changes kept for',
    description: 'Of the change log: who changed what, and what changed on devices.',
    none: 'for ever',
    ...days,
  },
]

const confirmations: Limit[] = [
  {
    name: 'confirmAbovePercent',
    label: 'Share that asks first',
    description:
      'A run that would delete, archive or mark as stale more than this share of the devices, or delete more than this share of the snapshots, waits until an Administrator confirms its alert. 100 % never asks.',
    none: 'every run asks',
    suffix: ' %',
    max: 100,
  },
  {
    name: 'confirmAboveDevices',
    label: 'Devices that never ask',
    description: 'A run that changes at most this many devices goes ahead whatever their share.',
    none: 'none',
    max: 1_000_000,
  },
  {
    name: 'confirmAboveSnapshots',
    label: 'Snapshots that never ask',
    description: 'A run that deletes at most this many snapshots goes ahead whatever their share.',
    none: 'none',
    max: 1_000_000_000,
  },
]

function RetentionForm({ settings }: { settings: SiteSettings }) {
  const state = useSettingsForm(
    settings,
    ({ retention }) => ({ retention }),
    (values) => values,
  )
  const { form } = state
  const limit = ({ name, ...input }: Limit) => (
    <LimitInput key={name} mt="sm" {...input} {...form.getInputProps(`retention.${name}`)} />
  )
  const { staleDeviceDays, archiveDeviceDays, deleteDeviceDays } = form.values.retention
  return (
    <SettingsForm name="Retention" state={state}>
      <Section title="Devices that are no longer seen">
        {limit(devices.stale)}
        <QuietDevices days={staleDeviceDays} becomes="stale" />
        {limit(devices.archived)}
        <QuietDevices days={archiveDeviceDays} becomes="archived" />
        {limit(devices.deleted)}
        <QuietDevices days={deleteDeviceDays} becomes="deleted" />
        <Switch
          mt="md"
          label="Deleting a device archives it first"
          description="Only a device that is archived already is then deleted for good."
          {...form.getInputProps('retention.archiveOnDelete', { type: 'checkbox' })}
        />
      </Section>
      <Section title="Snapshots and changes">{history.map(limit)}</Section>
      <Section title="Ask before many go at once">{confirmations.map(limit)}</Section>
    </SettingsForm>
  )
}
