import { NumberInput, type NumberInputProps, Select } from '@mantine/core'
import type { SiteSettings } from '@rollcall/shared/api/site-settings.ts'
import {
  defaultIntervalMinutes,
  intervalMinutesMin,
  minutesMax,
  periodsOf,
} from '@rollcall/shared/messages/agent-schedule.ts'
import { type LeaveOut, leaveOutChoices } from '@rollcall/shared/messages/agent-settings.ts'
import { optional } from '@rollcall/shared/optional.ts'
import { counted } from '../../../ui/amounts.ts'
import { SidePanel } from '../../../ui/side-panel.tsx'
import { OpenedSettings } from '../site-settings/opened-settings.tsx'
import classes from '../site-settings/settings-form.module.css'
import { SettingsForm } from '../site-settings/settings-form.tsx'
import { unchanged, useSettingsForm } from '../site-settings/use-settings-form.ts'

const title = 'Settings of the agents'

const leaveOutLabels: readonly { value: LeaveOut | 'nothing'; label: string }[] = [
  { value: 'nothing', label: 'Nothing' },
  { value: 'sign-ins', label: 'Sign-ins' },
  { value: 'accounts', label: 'Accounts, sign-ins and users' },
]

/** Interval, jitter and privacy of the site's agents. */
export const SettingsPanel = ({ onClose }: { onClose: () => void }) => (
  <SidePanel title={title} onClose={onClose}>
    <OpenedSettings label={title}>{(settings) => <AgentSettingsForm settings={settings} />}</OpenedSettings>
  </SidePanel>
)

function AgentSettingsForm({ settings }: { settings: SiteSettings }) {
  const state = useSettingsForm(settings, ({ agents }) => ({ agents }), unchanged)
  const { form } = state
  const { intervalMinutes, jitterMinutes, leaveOut } = form.values.agents
  const interval = intervalMinutes ?? defaultIntervalMinutes
  const { jitterMs } = periodsOf(optional({ intervalMinutes: interval }))
  return (
    <SettingsForm name={title} state={state}>
      <MinutesInput
        label="Interval"
        description={`Time between two snapshots of an agent: ${intervalMinutesMin} minutes to a day. Agents receive a new interval with their next contact. An agent is Inactive after three intervals without contact.`}
        min={intervalMinutesMin}
        max={minutesMax}
        none={defaultIntervalMinutes}
        {...form.getInputProps('agents.intervalMinutes')}
        value={intervalMinutes}
      />
      <MinutesInput
        label="Jitter"
        description="Period over which the agents spread their snapshots, so that they do not all send at once. At most the interval; 0: all at once. Each agent keeps its own time within the period."
        min={0}
        max={interval}
        none={Math.round(jitterMs / 60_000)}
        {...form.getInputProps('agents.jitterMinutes')}
        value={jitterMinutes}
      />
      <Select
        label="Leave out"
        description="Data about people that agents do not send. Sign-ins: who is signed in, and when a person last signed in. Users: the users of services and open ports. Agents receive this setting when they join and with each contact. Earlier snapshots keep their data."
        data={leaveOutLabels}
        {...form.getInputProps('agents.leaveOut')}
        value={leaveOut ?? 'nothing'}
        onChange={(next) =>
          form.setFieldValue('agents.leaveOut', leaveOutChoices.find((choice) => choice === next) ?? null)
        }
      />
    </SettingsForm>
  )
}

type MinutesProps = Omit<NumberInputProps, 'value' | 'onChange'> & {
  /** The number that applies if the field is empty. */
  none: number
  value: number | null
  onChange?: (value: number | null) => void
}

/** Input of a number of minutes, or of the default if empty. */
const MinutesInput = ({ none, value, onChange, ...input }: MinutesProps) => (
  <NumberInput
    placeholder={counted(none, 'minute')}
    suffix=" minutes"
    allowDecimal={false}
    allowNegative={false}
    clampBehavior="none"
    hideControls
    classNames={{ wrapper: classes['short'] ?? '' }}
    {...input}
    value={value ?? ''}
    onChange={(next) => onChange?.(next === '' ? null : Number(next))}
  />
)
