import { type NumberInputProps, Switch } from '@mantine/core'
import type { SiteSettings } from '@rollcall/shared/api/site-settings.ts'
import { PageHead } from '../../../ui/page-head.tsx'
import { Section } from '../../../ui/section.tsx'
import { LimitInput } from '../site-settings/limit-input.tsx'
import { OpenedSettings } from '../site-settings/opened-settings.tsx'
import { SettingsForm } from '../site-settings/settings-form.tsx'
import { unchanged, useSettingsForm } from '../site-settings/use-settings-form.ts'
import { RetentionPreview } from './retention-preview.tsx'

/** Settings of how long data is kept. */
export function Retention() {
  return (
    <>
      <PageHead
        title="Retention"
        about="Set how long snapshots and changes are kept, and when unseen devices are archived or deleted. Expired data is deleted within an hour."
      />
      <OpenedSettings label="Retention">{(settings) => <RetentionForm settings={settings} />}</OpenedSettings>
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
    label: 'Mark as stale after',
    description: 'Stale devices stay in all lists and can be filtered.',
    none: 'Never',
    ...days,
  },
  archived: {
    name: 'archiveDeviceDays',
    label: 'Archive after',
    description:
      'Archived devices leave lists and reports, keep their history, and are restored when they are seen again.',
    none: 'Never',
    ...days,
  },
  deleted: {
    name: 'deleteDeviceDays',
    label: 'Delete after',
    description: 'Devices are deleted with all their snapshots. If seen again, a device is added as a new one.',
    none: 'Never',
    ...days,
  },
} satisfies Record<string, Limit>

const history: Limit[] = [
  {
    name: 'snapshotsPerDevice',
    label: 'Snapshots per device',
    description: 'The latest ones are kept. The current snapshot always stays.',
    none: 'All',
    max: 1_000_000,
  },
  {
    name: 'snapshotDays',
    label: 'Keep snapshots for',
    description: 'Copies in Snapshot storage stay. Snapshots that still wait to be copied are kept until then.',
    none: 'Forever',
    ...days,
  },
  {
    name: 'changeLogDays',
    label: 'Keep changes for',
    description: 'Entries of the change log.',
    none: 'Forever',
    ...days,
  },
]

const confirmations: Limit[] = [
  {
    name: 'confirmAbovePercent',
    label: 'Confirm above share',
    description:
      'A run that affects more than this share of the devices or snapshots waits until an Administrator confirms its alert. At 100 %, no run waits.',
    none: 'Always confirm',
    suffix: ' %',
    max: 100,
  },
  {
    name: 'confirmAboveDevices',
    label: 'Devices without confirmation',
    description: 'A run that affects at most this many devices needs no confirmation.',
    none: 'None',
    max: 1_000_000,
  },
  {
    name: 'confirmAboveSnapshots',
    label: 'Snapshots without confirmation',
    description: 'A run that deletes at most this many snapshots needs no confirmation.',
    none: 'None',
    max: 1_000_000_000,
  },
]

function RetentionForm({ settings }: { settings: SiteSettings }) {
  const state = useSettingsForm(settings, ({ retention }) => ({ retention }), unchanged)
  const { form } = state
  const limit = ({ name, ...input }: Limit) => (
    <LimitInput key={name} mt="sm" {...input} {...form.getInputProps(`retention.${name}`)} />
  )
  const { staleDeviceDays, archiveDeviceDays, deleteDeviceDays } = form.values.retention
  return (
    <SettingsForm name="Retention" state={state}>
      <Section title="Devices no longer seen">
        {limit(devices.stale)}
        <RetentionPreview days={staleDeviceDays} becomes="stale" />
        {limit(devices.archived)}
        <RetentionPreview days={archiveDeviceDays} becomes="archived" />
        {limit(devices.deleted)}
        <RetentionPreview days={deleteDeviceDays} becomes="deleted" />
        <Switch
          mt="md"
          label="Archive devices instead of deleting them"
          description="Delete then archives a device first. Deleting an archived device deletes it permanently."
          {...form.getInputProps('retention.archiveOnDelete', { type: 'checkbox' })}
        />
      </Section>
      <Section title="Snapshots and changes">{history.map(limit)}</Section>
      <Section title="Confirm large runs">{confirmations.map(limit)}</Section>
    </SettingsForm>
  )
}
