import { useCallback, useEffect, useRef, useState } from 'react'

export type Selection = {
  ids: ReadonlySet<string>
  /** Toggles an id; with `isRange` all ids since the last toggle, as in a file manager. */
  toggle: (id: string, isRange: boolean) => void
  setAll: (chosen: boolean) => void
  /** Set if the selection also has the matching rows of other pages. */
  isWhole: boolean
  /** Selects all matching rows, also those of other pages. */
  whole: () => void
  /** Replaces the selection. */
  only: (ids: readonly string[]) => void
  clear: () => void
}

/** The selected rows of the page. Rows that leave the page are unselected. */
export function useSelection(shown: readonly string[]): Selection {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const [isWhole, setIsWhole] = useState(false)
  const last = useRef<string | undefined>(undefined)
  const key = shown.join()
  useEffect(() => {
    const shownIds = new Set(key.split(','))
    setIsWhole(false)
    setIds((before) =>
      [...before].every((id) => shownIds.has(id)) ? before : new Set([...before].filter((id) => shownIds.has(id))),
    )
  }, [key])

  const toggle = (id: string, isRange: boolean) => {
    const from = isRange && last.current !== undefined ? shown.indexOf(last.current) : -1
    const to = shown.indexOf(id)
    const concerned = from < 0 ? [id] : shown.slice(Math.min(from, to), Math.max(from, to) + 1)
    const chosen = !ids.has(id)
    last.current = id
    setIsWhole(false)
    setIds((before) => {
      const after = new Set(before)
      for (const each of concerned) chosen ? after.add(each) : after.delete(each)
      return after
    })
  }
  const only = useCallback((chosen: readonly string[]) => {
    setIds(new Set(chosen))
    setIsWhole(false)
  }, [])
  const clear = useCallback(() => only([]), [only])
  return {
    ids,
    isWhole,
    whole: () => setIsWhole(true),
    toggle,
    setAll: (chosen) => only(chosen ? shown : []),
    only,
    clear,
  }
}
