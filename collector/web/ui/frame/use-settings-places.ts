import { useSuspenseQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { may, meOptions } from '../../api/me.ts'
import { type SettingsPlace, settingsGroups } from './settings-places.ts'

export type LinkedPlace = SettingsPlace & { to: string }

/** Returns the Settings pages that the user may use, by group. */
export function useSettingsPlaces(): { group: string; places: LinkedPlace[] }[] {
  const router = useRouter()
  const { data: me } = useSuspenseQuery(meOptions)
  const places = Object.values(router.routesById).flatMap((route): LinkedPlace[] => {
    const place = route.options.staticData?.settings
    return place && (!place.needs || may(me, place.needs)) ? [{ ...place, to: route.fullPath }] : []
  })
  return settingsGroups
    .map((group) => ({ group, places: places.filter((place) => place.group === group) }))
    .filter((each) => each.places.length > 0)
}
