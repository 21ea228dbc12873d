import { chooseSite } from '../../api/site.ts'

/** Shows another site from now on. All is loaded anew, at an address that exists there: nothing of the one before stays. */
export function changeSite(id: string, to = '/'): void {
  chooseSite(id)
  window.location.assign(to)
}
