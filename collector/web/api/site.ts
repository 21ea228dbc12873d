const key = 'rollcall-site'

/** The site this tab works on; undefined for the caller's first. Two tabs may look at two sites. */
export const chosenSite = (): string | undefined =>
  sessionStorage.getItem(key) ?? localStorage.getItem(key) ?? undefined

/** For this tab, and for those that are opened from now on. */
export function chooseSite(id: string | undefined): void {
  for (const storage of [sessionStorage, localStorage]) {
    if (id === undefined) storage.removeItem(key)
    else storage.setItem(key, id)
  }
}
