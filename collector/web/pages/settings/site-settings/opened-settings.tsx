import type { SiteSettings } from '@rollcall/shared/api/site-settings.ts'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { siteSettingsOptions } from '../../../api/site-settings.ts'
import { Loaded } from '../../../ui/states/loaded.tsx'

type Props = { label: string; children: (settings: SiteSettings) => ReactNode }

/** Loads the site's settings once, and keeps them while the page is open. */
export function OpenedSettings({ label, children }: Props) {
  const query = useQuery({
    ...siteSettingsOptions,
    queryKey: ['edited', ...siteSettingsOptions.queryKey],
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return (
    <Loaded query={query} label={label}>
      {({ value }) => children(value)}
    </Loaded>
  )
}
