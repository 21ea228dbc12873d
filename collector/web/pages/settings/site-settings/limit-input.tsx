import { NumberInput, type NumberInputProps } from '@mantine/core'
import classes from './settings-form.module.css'

type Props = Omit<NumberInputProps, 'value' | 'onChange'> & {
  /** What nothing means here, such as `for ever`; to the API it is 0. */
  none: string
  value?: number
  onChange?: (value: number) => void
}

/** A whole number, or no limit: an empty field. */
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
