import { TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useState } from 'react'

import classes from './search-box.module.css'

const typingMs = 150

type Props = { label: string; placeholder: string; value: string; onSearch: (text: string) => void }

/** Searches while typing, after a short pause. */
export function SearchBox({ label, placeholder, value, onSearch }: Props) {
  const [text, setText] = useState(value)
  const [sent, setSent] = useState(value)
  const [before, setBefore] = useState(value)
  // The Back button or a saved view may change the search from outside. Typed text comes back as the value a moment
  // later, when more may have been typed.
  if (value !== before) {
    setBefore(value)
    if (value !== sent) {
      setSent(value)
      setText(value)
    }
  }
  useEffect(() => {
    if (text.trim() === sent) return
    const timer = setTimeout(() => {
      setSent(text.trim())
      onSearch(text.trim())
    }, typingMs)
    return () => clearTimeout(timer)
  }, [text, sent, onSearch])
  return (
    <TextInput
      type="search"
      size="xs"
      className={classes['box'] ?? ''}
      aria-label={label}
      placeholder={placeholder}
      leftSection={<IconSearch size={15} aria-hidden />}
      value={text}
      onChange={(event) => setText(event.currentTarget.value)}
    />
  )
}
