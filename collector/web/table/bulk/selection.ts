import { useCallback, useEffect, useMemo, useRef, useState } from 'react'

export type Selection = {
  ids: ReadonlySet<string>
  /** Toggles an id; with `isRange` all ids since the last toggle, as in a file manager. */
  toggle: (id: string, isRange: boolean) => void
  /** Selects or unselects the rows of the page. */
  setAll: (chosen: boolean) => void
  /** Set if the selection also has the matching rows of other pages. */
  isWhole: boolean
  /** Selects all matching rows, also those of other pages. */
  whole: () => void
  /** Replaces the selection. */
  only: (ids: readonly string[]) => void
  clear: () => void
}

/** The list that a selection belongs to, and its page. `isOld`: rows of another page are shown until the new ones come. */
type Place = { list: string; page: string; isOld: boolean }
const onePage: Place = { list: '', page: '', isOld: false }

/**
 * The selected rows of a list. Rows that leave their page are unselected; with a `place`, rows of other pages of the same
 * list stay selected.
 */
export function useSelection(shown: readonly string[], { list, page, isOld }: Place = onePage): Selection {
  const [named, setIds] = useState<ReadonlySet<string>>(new Set())
  const [isWhole, setIsWhole] = useState(false)
  const last = useRef<string | undefined>(undefined)
  const before = useRef({ list, page, shown })
  const key = shown.join()
  useEffect(() => {
    if (isOld) return
    const now = new Set(key.split(','))
    const { list: listBefore, page: pageBefore, shown: shownBefore } = before.current
    before.current = { list, page, shown: [...now] }
    if (list !== listBefore) {
      setIsWhole(false)
      setIds((chosen) => new Set([...chosen].filter((id) => now.has(id))))
    } else if (page === pageBefore) {
      const gone = shownBefore.filter((id) => !now.has(id))
      if (gone.length > 0) setIds((chosen) => new Set([...chosen].filter((id) => !gone.includes(id))))
    }
  }, [key, list, page, isOld])

  const ids = useMemo(() => (isWhole ? new Set([...named, ...key.split(',')]) : named), [named, isWhole, key])
  const toggle = (id: string, isRange: boolean) => {
    const from = isRange && last.current !== undefined ? shown.indexOf(last.current) : -1
    const to = shown.indexOf(id)
    const concerned = from < 0 ? [id] : shown.slice(Math.min(from, to), Math.max(from, to) + 1)
    const chosen = !ids.has(id)
    last.current = id
    choose(concerned, chosen)
  }
  const choose = (concerned: readonly string[], chosen: boolean) => {
    const after = new Set(ids)
    for (const each of concerned) chosen ? after.add(each) : after.delete(each)
    setIds(after)
    setIsWhole(false)
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
    setAll: (chosen) => choose(shown, chosen),
    only,
    clear,
  }
}
