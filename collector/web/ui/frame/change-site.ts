import { chooseSite } from '../../api/site.ts'

/** Switches the site. Reloads the page, so that no data of the previous site remains. */
export function changeSite(id: string, to = '/'): void {
  chooseSite(id)
  window.location.assign(to)
}
