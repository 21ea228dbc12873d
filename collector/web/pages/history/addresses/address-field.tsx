import { TextInput } from '@mantine/core'
import { normaliseIp } from '@rollcall/shared/inventory/normalise.ts'
import { useState } from 'react'

/** The address as it is typed. It is searched when it is complete. */
export function AddressField({ value, onChange }: { value: string; onChange: (address: string) => void }) {
  const [text, setText] = useState(value)
  const isAddress = normaliseIp(text) !== undefined
  const submit = () => {
    if (text === '' || isAddress) onChange(normaliseIp(text) ?? '')
  }
  return (
    <TextInput
      size="xs"
      w={230}
      aria-label="IP address"
      placeholder="10.20.30.40"
      error={text !== '' && !isAddress && text.length > 6 ? 'Not an IPv4 or IPv6 address' : undefined}
      value={text}
      autoFocus={value === ''}
      onChange={(event) => setText(event.currentTarget.value.trim())}
      onBlur={submit}
      onKeyDown={(event) => event.key === 'Enter' && submit()}
    />
  )
}
