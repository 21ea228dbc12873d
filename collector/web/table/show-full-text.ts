import type { PointerEvent } from 'react'

/** Shows the full text of a truncated cell as a tooltip. */
export function showFullText({ target }: PointerEvent): void {
  const cell = target instanceof Element ? target.closest('td') : null
  if (!cell) return
  if (cell.scrollWidth > cell.clientWidth) cell.title = cell.innerText
  else cell.removeAttribute('title')
}
