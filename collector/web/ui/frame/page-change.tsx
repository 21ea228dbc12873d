import { VisuallyHidden } from '@mantine/core'
import { useRouterState } from '@tanstack/react-router'
import { type RefObject, useEffect, useRef, useState } from 'react'

/** Announces the title of a new page to screen readers, as browsers do not announce client-side navigation. */
export function PageChange({ main }: { main: RefObject<HTMLElement | null> }) {
  const title = useNewTitle()
  useMovedFocus(main)
  return <VisuallyHidden aria-live="polite">{title}</VisuallyHidden>
}

function useNewTitle(): string | undefined {
  const [title, setTitle] = useState<string>()
  useEffect(() => {
    const element = document.querySelector('title')
    if (!element) return
    const observer = new MutationObserver(() => setTitle(document.title))
    observer.observe(element, { childList: true })
    return () => observer.disconnect()
  }, [])
  return title
}

/** Moves the focus into the new page if the focused element is gone, so that the keyboard does not start at the top. */
function useMovedFocus(main: RefObject<HTMLElement | null>): void {
  const path = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname })
  const before = useRef(path)
  useEffect(() => {
    const isFirst = before.current === undefined || before.current === path
    before.current = path
    if (!isFirst && document.activeElement === document.body) main.current?.focus({ preventScroll: true })
  }, [path, main])
}
