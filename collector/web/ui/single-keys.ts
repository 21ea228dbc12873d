import { useLocalStorage } from '@mantine/hooks'

/**
 * Setting that turns single letters into shortcuts. Users of speech input can turn them off (WCAG 2.2, 2.1.4). Stored in this
 * browser.
 */
export const useSingleKeys = () =>
  useLocalStorage({ key: 'rollcall-single-keys', defaultValue: true, getInitialValueInEffect: false })
