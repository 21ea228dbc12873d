import { TextInput } from '@mantine/core'

type Props = {
  label: string
  /** A UTC time of the API; undefined for none. */
  value: string | undefined
  onChange: (value: string | undefined) => void
}

/** Chooses a date with a time in the viewer's time zone. A date chosen without a time is its first minute. */
export function MomentInput({ label, value, onChange }: Props) {
  return (
    <TextInput
      type="datetime-local"
      size="xs"
      w={190}
      aria-label={label}
      max={inputOf(new Date())}
      value={value === undefined ? '' : inputOf(new Date(value))}
      onChange={({ currentTarget: { value: text } }) => onChange(momentOf(text))}
    />
  )
}

/** Formats a time as such an input has it: local, to the minute. */
function inputOf(time: Date): string {
  const local = new Date(time.getTime() - time.getTimezoneOffset() * 60_000)
  return Number.isNaN(local.getTime()) ? '' : local.toISOString().slice(0, 16)
}

/** Parses the text of such an input; undefined while it is incomplete. */
function momentOf(text: string): string | undefined {
  const time = new Date(text)
  return text === '' || Number.isNaN(time.getTime()) ? undefined : time.toISOString()
}
