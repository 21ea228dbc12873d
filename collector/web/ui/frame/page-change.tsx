import { VisuallyHidden } from '@mantine/core'
import { useRouterState } from '@tanstack/react-router'
import { type RefObject, useEffect, useRef, useState } from 'react'

/** A browser says nothing of another page that it did not load: who hears the page is told its title. */
export function PageChange({ main }: { main: RefObject<HTMLElement | null> }) {
  const title = useNewTitle()
  useFocusKept(main)
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

/** Where what had the focus is gone with the page before, the keyboard goes on in the new one, not at the very top. */
function useFocusKept(main: RefObject<HTMLElement | null>): void {
  const path = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname })
  const before = useRef(path)
  useEffect(() => {
    const isFirst = before.current === undefined || before.current === path
    before.current = path
    if (!isFirst && document.activeElement === document.body) main.current?.focus({ preventScroll: true })
  }, [path, main])
}
