import { useLocalStorage } from '@mantine/hooks'

/**
 * Whether single letters are shortcuts. Users of speech input can turn them off (WCAG 2.2, 2.1.4). Stored in this
 * browser.
 */
export const useSingleKeys = () =>
  useLocalStorage({ key: 'rollcall-single-keys', defaultValue: true, getInitialValueInEffect: false })
