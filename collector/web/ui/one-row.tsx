import { type ReactNode, useEffect, useRef, useState } from 'react'
import classes from './one-row.module.css'

type Props = {
  items: readonly { key: string; content: ReactNode }[]
  /** Names the hidden items: `tags`. */
  noun: string
}

/** Items in one row. Those that do not fit are behind a button with their number. */
export function OneRow({ items, noun }: Props) {
  const row = useRef<HTMLDivElement>(null)
  const [fitting, setFitting] = useState(items.length)
  const [isOpen, setOpen] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: other items take other space
  useEffect(() => {
    const element = row.current
    if (!element) return
    const measure = () => {
      const all = [...element.children].map((child) => (child as HTMLElement).offsetTop)
      setFitting(all.filter((top) => top === all[0]).length)
    }
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [items])
  const hidden = items.length - fitting
  if (items.length === 0) return null
  return (
    <div className={classes['whole']}>
      <div ref={row} className={classes['row']} data-open={isOpen || undefined}>
        {items.map(({ key, content }, at) => (
          <span key={key} data-hidden={(!isOpen && at >= fitting) || undefined}>
            {content}
          </span>
        ))}
      </div>
      {hidden > 0 && (
        <button
          type="button"
          className={classes['more']}
          aria-expanded={isOpen}
          aria-label={isOpen ? `Show fewer ${noun}` : `+${hidden}: show all ${noun}`}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? 'fewer' : `+${hidden}`}
        </button>
      )}
    </div>
  )
}
