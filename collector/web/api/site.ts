const key = 'rollcall-site'

/** Returns the site chosen in this tab; undefined for the caller's first. Two tabs may show two sites. */
export const chosenSite = (): string | undefined =>
  sessionStorage.getItem(key) ?? localStorage.getItem(key) ?? undefined

/** Chooses a site for this tab and for tabs opened later. */
export function chooseSite(id: string): void {
  for (const storage of [sessionStorage, localStorage]) storage.setItem(key, id)
}

/** Forgets a chosen site that the user may not see, such as one that an earlier user of this browser chose. */
export function leaveForeignSite(own: readonly { id: string }[]): void {
  if (own.some(({ id }) => id === chosenSite())) return
  for (const storage of [sessionStorage, localStorage]) storage.removeItem(key)
}
