import { useSite } from '../api/use-site.ts'

/** Returns a sentence with the Administrators of the site, who can give more rights. */
export function useAdministratorsHint(): string {
  const names = useSite()?.administrators ?? []
  if (names.length === 0) return 'Ask an administrator.'
  return `Ask ${new Intl.ListFormat('en', { type: 'disjunction' }).format(names)}.`
}
