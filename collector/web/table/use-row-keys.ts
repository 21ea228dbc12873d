import { useEffect } from 'react'
import { isTyping } from '../ui/is-typing.ts'
import { useSingleKeys } from '../ui/single-keys.ts'

const rowLinks = () => [...document.querySelectorAll<HTMLElement>('[data-row-link]')]

/** Moves the focus between row links with j and k, so that Enter opens a row; x selects the row. */
export function useRowKeys(toggle: (id: string, isRange: boolean) => void): void {
  const [singleKeys] = useSingleKeys()
  useEffect(() => {
    if (!singleKeys) return
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
      const links = rowLinks()
      const at = links.findIndex((link) => link.contains(document.activeElement))
      if (event.key === 'j') links[Math.min(at + 1, links.length - 1)]?.focus()
      else if (event.key === 'k') links[Math.max(at - 1, 0)]?.focus()
      else if (event.key.toLowerCase() === 'x' && at >= 0) toggle(links[at]?.dataset['rowLink'] ?? '', event.shiftKey)
      else return
      event.preventDefault()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [toggle, singleKeys])
}
