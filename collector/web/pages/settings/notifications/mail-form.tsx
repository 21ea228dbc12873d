import { NumberInput, Select, TagsInput, TextInput } from '@mantine/core'
import type { MailTest } from '@rollcall/shared/api/notification.ts'
import type { SiteSettings } from '@rollcall/shared/api/site-settings.ts'
import { sendTestMail } from '../../../api/notifications.ts'
import { errorBelow } from '../../../forms/error-below.ts'
import { SecretInput } from '../../../forms/secret-input.tsx'
import { ActionButton } from '../../../ui/action-button.tsx'
import { useAction } from '../../../ui/use-action.ts'
import { SettingsForm } from '../site-settings/settings-form.tsx'
import { useSettingsForm } from '../site-settings/use-settings-form.ts'
import { MailTestResult } from './mail-test-result.tsx'

const securities: { value: SiteSettings['notifications']['smtp']['security']; label: string }[] = [
  { value: 'starttls', label: 'STARTTLS (required)' },
  { value: 'tls', label: 'TLS' },
  { value: 'none', label: 'None (plain text)' },
]

/** Returns the form values. An empty password keeps the stored one. */
function valuesOf({ notifications: { smtp, recipients } }: SiteSettings) {
  const { passwordSet: _, ...stored } = smtp
  const typed = { host: stored.host ?? '', username: stored.username ?? '', from: stored.from ?? '', password: '' }
  return { notifications: { smtp: { ...stored, ...typed }, recipients } }
}

function patchOf({ notifications: { smtp, recipients } }: ReturnType<typeof valuesOf>) {
  const { password, from, ...typed } = smtp
  const secret = password === '' ? {} : { password }
  return { notifications: { smtp: { ...typed, from: from.trim() || null, ...secret }, recipients } }
}

export function MailForm({ settings }: { settings: SiteSettings }) {
  const state = useSettingsForm(settings, valuesOf, patchOf)
  const { form } = state
  const test = useAction<void, MailTest>('The test mail was not sent', sendTestMail)
  const isDirty = form.isDirty()
  return (
    <SettingsForm
      name="Mail"
      state={state}
      aside={
        <ActionButton
          label="Send test mail"
          action={test}
          disabled={isDirty}
          title={isDirty ? 'Save the changes first' : ''}
        />
      }
      below={test.data && !isDirty && <MailTestResult result={test.data} />}
    >
      <TextInput
        label="Mail server"
        description="Empty: no mail is sent. Changing the server requires the password again."
        placeholder="mail.example.org"
        {...form.getInputProps('notifications.smtp.host')}
      />
      <NumberInput
        label="Port"
        required
        min={1}
        max={65_535}
        allowDecimal={false}
        hideControls
        {...form.getInputProps('notifications.smtp.port')}
      />
      <Select label="Encryption" data={securities} {...form.getInputProps('notifications.smtp.security')} />
      <TextInput label="User name" autoComplete="off" {...form.getInputProps('notifications.smtp.username')} />
      <SecretInput
        label="Password"
        isSet={settings.notifications.smtp.passwordSet}
        {...form.getInputProps('notifications.smtp.password')}
      />
      <TextInput label="Sender" placeholder="rollcall@example.org" {...form.getInputProps('notifications.smtp.from')} />
      <TagsInput
        label="Recipients"
        description="Mail addresses of the site’s operators. Press Enter to add one."
        splitChars={[',', ';', ' ']}
        {...form.getInputProps('notifications.recipients')}
        error={errorBelow(form.errors, 'notifications.recipients')}
      />
    </SettingsForm>
  )
}
