import { Switch } from '@mantine/core'
import type { SiteSettings } from '@rollcall/shared/api/site-settings.ts'
import { Section } from '../../../ui/section.tsx'
import { OpenedSettings } from '../site-settings/opened-settings.tsx'
import { SettingsForm } from '../site-settings/settings-form.tsx'
import { useSettingsForm } from '../site-settings/use-settings-form.ts'

const title = 'SSH host keys'

export function HostKeySettings() {
  return (
    <Section title={title}>
      <OpenedSettings what={title}>{(settings) => <HostKeyForm settings={settings} />}</OpenedSettings>
    </Section>
  )
}

function HostKeyForm({ settings }: { settings: SiteSettings }) {
  const state = useSettingsForm(
    settings,
    ({ ssh }) => ({ ssh }),
    (values) => values,
  )
  return (
    <SettingsForm name={title} state={state}>
      <Switch
        label="Require known host keys"
        description="A host whose SSH host key its Audit Service does not know gets neither a password nor a key login. The audit of the host shows the key and the command that makes it known."
        {...state.form.getInputProps('ssh.requireKnownHostKeys', { type: 'checkbox' })}
      />
    </SettingsForm>
  )
}
