const key = 'rollcall-site'

/** The site this tab works on; undefined for the caller's first. Two tabs may look at two sites. */
export const chosenSite = (): string | undefined =>
  sessionStorage.getItem(key) ?? localStorage.getItem(key) ?? undefined

/** For this tab, and for those that are opened from now on. */
export function chooseSite(id: string): void {
  for (const storage of [sessionStorage, localStorage]) storage.setItem(key, id)
}

/** What was chosen is another's, who used this browser before, or a site that was taken from them: it is chosen no more. */
export function leaveForeignSite(own: readonly { id: string }[]): void {
  if (own.some(({ id }) => id === chosenSite())) return
  for (const storage of [sessionStorage, localStorage]) storage.removeItem(key)
}
