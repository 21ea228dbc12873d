import { NumberInput, Text } from '@mantine/core'
import type { SiteSettings } from '@rollcall/shared/api/site-settings.ts'
import { TimeZoneSelect } from '../../../forms/time-zone-select.tsx'
import { LimitInput } from '../site-settings/limit-input.tsx'
import { SettingsForm } from '../site-settings/settings-form.tsx'
import { unchanged, useSettingsForm } from '../site-settings/use-settings-form.ts'

export function LimitsForm({ settings }: { settings: SiteSettings }) {
  const state = useSettingsForm(settings, ({ quota, workload }) => ({ quota, workload }), unchanged)
  const { form } = state
  return (
    <SettingsForm name="Limits" state={state}>
      <LimitInput
        label="Calls per month"
        description="For all App registrations together, including token requests and refused calls. Further calls get status 429 until the reset."
        none="Unlimited"
        {...form.getInputProps('quota.monthlyTransactions')}
      />
      <NumberInput
        label="Reset day"
        required
        description="Day of the month on which counting restarts at 00:00."
        min={1}
        max={28}
        allowDecimal={false}
        maw={260}
        {...form.getInputProps('quota.rechargeDay')}
      />
      <TimeZoneSelect label="Time zone of the reset" maw={260} {...form.getInputProps('quota.timeZone')} />
      <Text size="sm" fw={600} mt="sm">
        Rate limit per App registration
      </Text>
      <LimitInput label="Calls per second" none="Unlimited" {...form.getInputProps('workload.perSecond')} />
      <LimitInput label="Calls per minute" none="Unlimited" {...form.getInputProps('workload.perMinute')} />
    </SettingsForm>
  )
}
