import { useEffect } from 'react'

/** Sets the title of the tab, which screen readers announce on page changes. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Rollcall`
  }, [title])
}
