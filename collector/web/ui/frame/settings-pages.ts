import type { CapabilityName } from '@rollcall/shared/api/app-registration.ts'

/** Groups of Settings pages, in order. */
export const settingsGroups = ['Start', 'Sites and access', 'Collection', 'Devices', 'Data'] as const

/** A Settings page in the navigation and the overview. */
export type SettingsPage = {
  group: (typeof settingsGroups)[number]
  label: string
  /** One sentence about the page. */
  about: string
  /** The capability that the page needs. */
  needs?: CapabilityName
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    settings?: SettingsPage
  }
}
