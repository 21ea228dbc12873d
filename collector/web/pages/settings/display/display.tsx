import type { SiteSettings } from '@rollcall/shared/api/site-settings.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { TimeDisplayFields } from '../../../forms/time-display-fields.tsx'
import { PageHead } from '../../../ui/page-head.tsx'
import { OpenedSettings } from '../site-settings/opened-settings.tsx'
import { SettingsForm } from '../site-settings/settings-form.tsx'
import { useSettingsForm } from '../site-settings/use-settings-form.ts'

/** The site's default of how times are shown. */
export function Display() {
  return (
    <>
      <PageHead
        title="Dates and times"
        about="Applies to users who have not chosen their own date format or time zone in their profile."
      />
      <OpenedSettings label="Dates and times">{(settings) => <DisplayForm settings={settings} />}</OpenedSettings>
    </>
  )
}

const valuesOf = ({ display }: SiteSettings) => ({ display: { ...display, timeZone: display.timeZone ?? '' } })
const patchOf = ({ display }: ReturnType<typeof valuesOf>) => ({
  display: { ...display, timeZone: display.timeZone || null },
})

function DisplayForm({ settings }: { settings: SiteSettings }) {
  const queryClient = useQueryClient()
  const state = useSettingsForm(settings, valuesOf, patchOf)
  const { isSuccess } = state.saving
  useEffect(() => {
    if (isSuccess) void queryClient.invalidateQueries({ queryKey: ['me'] })
  }, [isSuccess, queryClient])
  const { form } = state
  return (
    <SettingsForm name="Dates and times" state={state}>
      <TimeDisplayFields
        format={form.getInputProps('display.dateFormat')}
        zone={form.getInputProps('display.timeZone')}
      />
    </SettingsForm>
  )
}
