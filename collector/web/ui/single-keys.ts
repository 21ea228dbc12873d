import { useLocalStorage } from '@mantine/hooks'

/**
 * Whether a letter alone does something. Who speaks to the computer, or hits keys unmeant, turns that off (WCAG 2.2,
 * 2.1.4); kept in this browser.
 */
export const useSingleKeys = () =>
  useLocalStorage({ key: 'rollcall-single-keys', defaultValue: true, getInitialValueInEffect: false })
