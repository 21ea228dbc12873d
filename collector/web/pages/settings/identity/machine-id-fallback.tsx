import { Switch, TagsInput } from '@mantine/core'
import type { SiteSettings } from '@rollcall/shared/api/site-settings.ts'
import { errorBelow } from '../../../forms/error-below.ts'
import { Section } from '../../../ui/section.tsx'
import { OpenedSettings } from '../site-settings/opened-settings.tsx'
import { SettingsForm } from '../site-settings/settings-form.tsx'
import { useSettingsForm } from '../site-settings/use-settings-form.ts'

const title = 'Windows MachineId fallback'

export function MachineIdFallback() {
  return (
    <Section title={title}>
      <OpenedSettings what={title}>{(settings) => <FallbackForm settings={settings} />}</OpenedSettings>
    </Section>
  )
}

function FallbackForm({ settings }: { settings: SiteSettings }) {
  const state = useSettingsForm(
    settings,
    ({ machineIdFallback }) => ({ machineIdFallback }),
    (values) => values,
  )
  const { form } = state
  return (
    <SettingsForm name={title} state={state}>
      <Switch
        label="Use the Windows MachineId where the BIOS UUID says nothing"
        description="Some makers give many machines the same BIOS UUID, and such machines turn up as near-duplicates. The MachineId is made when Windows is installed: a disk image that was copied without Sysprep has the same one on every machine."
        {...form.getInputProps('machineIdFallback.enabled', { type: 'checkbox' })}
      />
      <Switch
        label="Also where there is no BIOS UUID at all"
        disabled={!form.values.machineIdFallback.enabled}
        {...form.getInputProps('machineIdFallback.treatEmptyAsJunk', { type: 'checkbox' })}
      />
      <TagsInput
        label="BIOS UUIDs that say nothing"
        description="Beside those that are known everywhere. Enter puts one on the list."
        placeholder={
          form.values.machineIdFallback.junkBiosUuids.length === 0 ? '03000200-0400-0500-0006-000700080009' : ''
        }
        disabled={!form.values.machineIdFallback.enabled}
        splitChars={[',', ' ', '\n']}
        {...form.getInputProps('machineIdFallback.junkBiosUuids')}
        error={errorBelow(form.errors, 'machineIdFallback.junkBiosUuids')}
      />
    </SettingsForm>
  )
}
