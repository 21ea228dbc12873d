import { IconCheck } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import classes from './identifier.module.css'
import { notifyFailure } from './use-action.ts'

const shownMs = 1_500

/** An identifier, such as an address or serial number, that a click copies. */
export function Identifier({ value, label, inTable = false }: { value: string; label?: string; inTable?: boolean }) {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), shownMs)
    return () => clearTimeout(timer)
  }, [copied])
  const copy = () =>
    navigator.clipboard.writeText(value).then(
      () => setCopied(true),
      (error: unknown) => notifyFailure('The value was not copied', error),
    )
  return (
    <button
      type="button"
      className={`mono ${classes['identifier']}`}
      // Tables have hundreds of identifiers, so these are not tab stops.
      tabIndex={inTable ? -1 : 0}
      title={copied ? 'Copied' : `Copy ${label ?? value}`}
      onClick={() => void copy()}
    >
      {value}
      {copied && <IconCheck size={13} aria-label="Copied" role="status" className={classes['mark'] ?? ''} />}
    </button>
  )
}
