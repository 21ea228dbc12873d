import { TextInput } from '@mantine/core'
import { fromLocalInput, toLocalInput } from './local-time.ts'

type Props = {
  label: string
  /** A UTC time of the API; undefined for none. */
  value: string | undefined
  onChange: (value: string | undefined) => void
}

/** Chooses a date with a time, in the time zone of shown times. */
export function MomentInput({ label, value, onChange }: Props) {
  return (
    <TextInput
      type="datetime-local"
      size="xs"
      w={190}
      aria-label={label}
      max={toLocalInput(new Date().toISOString())}
      value={toLocalInput(value ?? null)}
      onChange={({ currentTarget: { value: text } }) => onChange(fromLocalInput(text) ?? undefined)}
    />
  )
}
