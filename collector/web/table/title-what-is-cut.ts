import type { PointerEvent } from 'react'

/** A cell shows one line of its text; the whole of what does not fit is told to who points at it. */
export function titleWhatIsCut({ target }: PointerEvent): void {
  const cell = target instanceof Element ? target.closest('td') : null
  if (!cell) return
  if (cell.scrollWidth > cell.clientWidth) cell.title = cell.innerText
  else cell.removeAttribute('title')
}
