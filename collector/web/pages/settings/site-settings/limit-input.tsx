import { NumberInput, type NumberInputProps } from '@mantine/core'
import classes from './settings-form.module.css'

type Props = Omit<NumberInputProps, 'value' | 'onChange'> & {
  /** The meaning of an empty field, such as `Forever`; the API stores 0. */
  none: string
  value?: number
  onChange?: (value: number) => void
}

/** Input of a whole number, or of no limit if empty. */
export function LimitInput({ none, value, onChange, ...input }: Props) {
  return (
    <NumberInput
      placeholder={none}
      min={0}
      allowDecimal={false}
      allowNegative={false}
      thousandSeparator=","
      hideControls
      classNames={{ wrapper: classes['short'] ?? '' }}
      {...input}
      value={value === 0 ? '' : (value ?? '')}
      onChange={(next) => onChange?.(Number(next))}
    />
  )
}
