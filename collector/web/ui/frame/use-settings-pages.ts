import { useSuspenseQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { may, meOptions } from '../../api/me.ts'
import { type SettingsPage, settingsGroups } from './settings-pages.ts'

type LinkedSettingsPage = SettingsPage & { to: string }

/** Returns the Settings pages that the user may use, by group. */
export function useSettingsPages(): { group: string; pages: LinkedSettingsPage[] }[] {
  const router = useRouter()
  const { data: me } = useSuspenseQuery(meOptions)
  const pages = Object.values(router.routesById).flatMap((route): LinkedSettingsPage[] => {
    const page = route.options.staticData?.settings
    return page && (!page.needs || may(me, page.needs)) ? [{ ...page, to: route.fullPath }] : []
  })
  return settingsGroups
    .map((group) => ({ group, pages: pages.filter((page) => page.group === group) }))
    .filter((each) => each.pages.length > 0)
}
