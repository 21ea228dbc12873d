import type { CapabilityName } from '@rollcall/shared/api/app-registration.ts'

/** In this order in the navigation of Settings. */
export const settingsGroups = ['Start', 'Sites and access', 'Collection', 'Devices', 'Data'] as const

/** How a page below Settings is told of: in the navigation, and in the list that Settings itself is. */
export type SettingsPlace = {
  group: (typeof settingsGroups)[number]
  label: string
  /** What one does there, in a sentence. */
  about: string
  /** Without which the page would show nothing. */
  needs?: CapabilityName
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    settings?: SettingsPlace
  }
}
