import { MultiSelect, Select, Stack, Switch, TagsInput, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { type ReportFormat, reportFormats } from '@rollcall/shared/api/choices.ts'
import type { CreateReport, Report } from '@rollcall/shared/api/report.ts'
import type { View } from '@rollcall/shared/api/view.ts'
import { savedLists } from '@rollcall/shared/lists/saved-lists.ts'
import { useQuery } from '@tanstack/react-query'
import type { Tagged } from '../../../api/request.ts'
import { siteSettingsOptions } from '../../../api/site-settings.ts'
import { useRefresh } from '../../../api/use-refresh.ts'
import { reports, views } from '../../../api/views.ts'
import { CronFields } from '../../../forms/cron/cron-fields.tsx'
import { errorBelow } from '../../../forms/error-below.ts'
import { FormDrawer } from '../../../forms/form-drawer.tsx'
import { itemOptions } from '../../../ui/options.ts'
import { shownTimeZone } from '../../../ui/time-format.ts'
import { Ownership } from './ownership.tsx'
import { RunButton } from './run-button.tsx'
import { RunHistory } from './run-history.tsx'

const common = [
  { label: 'Daily', cron: '0 6 * * *' },
  { label: 'Working days', cron: '0 6 * * MON-FRI' },
  { label: 'Mondays', cron: '0 6 * * MON' },
  { label: 'Monthly', cron: '0 6 1 * *' },
]

const formatNames: Record<ReportFormat, string> = { csv: 'CSV', xlsx: 'Excel (XLSX)' }

type Props = {
  edited?: Tagged<Report> | undefined
  /** View of a new report. */
  viewId?: string | undefined
  onClose: () => void
}

const valuesOf = ({ name, view, cron, timeZone, enabled, format, recipients, webhookIds }: Report): CreateReport => ({
  name,
  viewId: view?.id ?? '',
  cron,
  timeZone,
  enabled,
  format,
  recipients,
  webhookIds,
})

/** Views by their lists. */
const viewOptions = (all: readonly Pick<View, 'id' | 'name' | 'list'>[]) =>
  Object.entries(savedLists).flatMap(([list, { name: group }]) => {
    const items = all.filter((each) => each.list === list).map(({ id, name }) => ({ value: id, label: name }))
    return items.length === 0 ? [] : [{ group, items }]
  })

/** Creates or edits a report, and shows its last runs. */
export function ReportForm({ edited, viewId = '', onClose }: Props) {
  const report = edited?.value
  const fresh: CreateReport = {
    name: '',
    viewId,
    cron: '0 6 * * MON',
    timeZone: shownTimeZone(),
    enabled: true,
    format: 'csv',
    recipients: [],
    webhookIds: [],
  }
  const form = useForm<CreateReport>({ initialValues: report ? valuesOf(report) : fresh })
  const refresh = useRefresh(reports.name)
  const usable = useQuery(views.allOptions).data?.items ?? []
  const webhooks = useQuery(siteSettingsOptions).data?.value.notifications.webhooks ?? []
  const save = async (values: CreateReport) => {
    await (edited ? reports.update(edited.value.id, values, edited.etag) : reports.create(values))
    await refresh()
  }
  // The private view of another owner is not in the list of views.
  const known = report?.view && !usable.some(({ id }) => id === report.view?.id) ? [report.view] : []
  return (
    <FormDrawer
      title={report ? `Edit ${report.name}` : 'New report'}
      action={report ? 'Save' : 'Create report'}
      form={form}
      stored={report && valuesOf(report)}
      onSubmit={save}
      onClose={onClose}
      more={
        report && (
          <Stack gap="md">
            <RunButton report={report} isWide />
            <RunHistory reportId={report.id} />
          </Stack>
        )
      }
    >
      <Stack gap="sm">
        {report && <Ownership report={report} onDone={onClose} />}
        <TextInput label="Name" data-autofocus required maxLength={200} {...form.getInputProps('name')} />
        <Select
          label="View"
          description="Save the view on the page of its list first."
          placeholder="Choose a view"
          required
          searchable
          data={viewOptions([...known, ...usable])}
          {...form.getInputProps('viewId')}
        />
        <CronFields form={form} common={common} limit=" Once an hour at most." />
        <Select
          label="Format"
          data={reportFormats.map((value) => ({ value, label: formatNames[value] }))}
          {...form.getInputProps('format')}
        />
        <TagsInput
          label="Mail to"
          description="Addresses, each with a mail of its own. Press Enter to add one."
          splitChars={[',', ';', ' ']}
          acceptValueOnBlur
          {...form.getInputProps('recipients')}
          error={errorBelow(form.errors, 'recipients')}
        />
        <MultiSelect
          label="Webhooks"
          description={webhooks.length === 0 ? 'This site has none. Add one in Settings, Notifications.' : undefined}
          disabled={webhooks.length === 0}
          data={itemOptions(webhooks)}
          {...form.getInputProps('webhookIds')}
          error={errorBelow(form.errors, 'webhookIds')}
        />
        <Switch label="Enabled" {...form.getInputProps('enabled', { type: 'checkbox' })} />
      </Stack>
    </FormDrawer>
  )
}
