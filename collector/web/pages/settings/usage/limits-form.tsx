import { NumberInput, Text } from '@mantine/core'
import type { SiteSettings } from '@rollcall/shared/api/site-settings.ts'
import { TimeZoneSelect } from '../../../forms/time-zone-select.tsx'
import { LimitInput } from '../site-settings/limit-input.tsx'
import { SettingsForm } from '../site-settings/settings-form.tsx'
import { useSettingsForm } from '../site-settings/use-settings-form.ts'

export function LimitsForm({ settings }: { settings: SiteSettings }) {
  const state = useSettingsForm(
    settings,
    ({ quota, workload }) => ({ quota, workload }),
    (values) => values,
  )
  const { form } = state
  return (
    <SettingsForm name="Limits" state={state}>
      <LimitInput
        label="Calls a month"
        description="Of all App registrations together, token requests and refused calls too. Beyond it they get 429 until the recharge."
        none="unlimited"
        {...form.getInputProps('quota.monthlyTransactions')}
      />
      <NumberInput
        label="Recharge day"
        description="Day of the month, at 00:00, on which counting begins anew."
        min={1}
        max={28}
        allowDecimal={false}
        maw={260}
        {...form.getInputProps('quota.rechargeDay')}
      />
      <TimeZoneSelect label="Time zone of the recharge" maw={260} {...form.getInputProps('quota.timeZone')} />
      <Text size="sm" fw={600} mt="sm">
        Workload of each App registration
      </Text>
      <LimitInput label="Calls a second" none="unlimited" {...form.getInputProps('workload.perSecond')} />
      <LimitInput label="Calls a minute" none="unlimited" {...form.getInputProps('workload.perMinute')} />
    </SettingsForm>
  )
}
