import { Switch, TagsInput } from '@mantine/core'
import type { SiteSettings } from '@rollcall/shared/api/site-settings.ts'
import { errorBelow } from '../../../forms/error-below.ts'
import { Section } from '../../../ui/section.tsx'
import { OpenedSettings } from '../site-settings/opened-settings.tsx'
import { SettingsForm } from '../site-settings/settings-form.tsx'
import { unchanged, useSettingsForm } from '../site-settings/use-settings-form.ts'

const title = 'Windows MachineId fallback'

export function MachineIdFallback() {
  return (
    <Section title={title}>
      <OpenedSettings label={title}>{(settings) => <FallbackForm settings={settings} />}</OpenedSettings>
    </Section>
  )
}

function FallbackForm({ settings }: { settings: SiteSettings }) {
  const state = useSettingsForm(settings, ({ machineIdFallback }) => ({ machineIdFallback }), unchanged)
  const { form } = state
  return (
    <SettingsForm name={title} state={state}>
      <Switch
        label="Use the Windows MachineId for shared BIOS UUIDs"
        description="Some manufacturers give many machines the same BIOS UUID. Windows creates the MachineId at installation. Disk images copied without Sysprep share one MachineId."
        {...form.getInputProps('machineIdFallback.enabled', { type: 'checkbox' })}
      />
      <Switch
        label="Also use it without a BIOS UUID"
        disabled={!form.values.machineIdFallback.enabled}
        {...form.getInputProps('machineIdFallback.treatEmptyAsJunk', { type: 'checkbox' })}
      />
      <TagsInput
        label="Shared BIOS UUIDs"
        description="In addition to the built-in list. Press Enter to add one."
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
