import { Switch } from '@mantine/core'
import type { SiteSettings } from '@rollcall/shared/api/site-settings.ts'
import { Section } from '../../../ui/section.tsx'
import { OpenedSettings } from '../site-settings/opened-settings.tsx'
import { SettingsForm } from '../site-settings/settings-form.tsx'
import { unchanged, useSettingsForm } from '../site-settings/use-settings-form.ts'

const title = 'SSH host keys'

export function HostKeySettings() {
  return (
    <Section title={title}>
      <OpenedSettings label={title}>{(settings) => <HostKeyForm settings={settings} />}</OpenedSettings>
    </Section>
  )
}

function HostKeyForm({ settings }: { settings: SiteSettings }) {
  const state = useSettingsForm(settings, ({ ssh }) => ({ ssh }), unchanged)
  return (
    <SettingsForm name={title} state={state}>
      <Switch
        label="Require known host keys"
        description="Hosts with an unknown SSH host key are not logged in to. Their audit shows the key and the command to trust it."
        {...state.form.getInputProps('ssh.requireKnownHostKeys', { type: 'checkbox' })}
      />
    </SettingsForm>
  )
}
