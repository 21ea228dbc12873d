import { useEffect } from 'react'

/** The tab's name, and what a screen reader says when the page changes. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Rollcall`
  }, [title])
}
