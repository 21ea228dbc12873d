const key = 'rollcall-site'

/** The site this tab works on; undefined for the caller's first. Two tabs may look at two sites. */
export const chosenSite = (): string | undefined =>
  sessionStorage.getItem(key) ?? localStorage.getItem(key) ?? undefined

const listeners = new Set<() => void>()

/** Calls when another is chosen; answers how to stop that. */
export function onSiteChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** For this tab, and for those that are opened from now on. */
export function chooseSite(id: string | undefined): void {
  for (const storage of [sessionStorage, localStorage]) {
    if (id === undefined) storage.removeItem(key)
    else storage.setItem(key, id)
  }
  for (const listener of listeners) listener()
}
