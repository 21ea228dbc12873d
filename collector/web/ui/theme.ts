import { type CSSVariablesResolver, createTheme } from '@mantine/core'
import { darkTokens, fontSizes, light, palette, sizes, spacing } from './tokens.ts'

export const theme = createTheme({
  primaryColor: 'accent',
  primaryShade: 6,
  colors: palette,
  fontFamily: "'Inter Variable', system-ui, sans-serif",
  fontFamilyMonospace: "'JetBrains Mono Variable', ui-monospace, monospace",
  headings: { fontWeight: '600', sizes: { h1: { fontSize: '1.25rem' }, h2: { fontSize: '1rem' } } },
  fontSizes,
  spacing,
  shadows: { sm: 'var(--elevation-1)', md: 'var(--elevation-2)' },
  defaultRadius: 'sm',
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Tooltip: { defaultProps: { openDelay: 300, withArrow: true } },
    // Renders in place, so that it belongs to the landmark of its opener.
    Combobox: { defaultProps: { shadow: 'md', withinPortal: false } },
    Menu: { defaultProps: { shadow: 'md', withinPortal: false } },
    Popover: { defaultProps: { shadow: 'md', withinPortal: false } },
    Select: { defaultProps: { allowDeselect: false } },
    SegmentedControl: { defaultProps: { size: 'xs' } },
    Alert: { defaultProps: { variant: 'outline' } },
    Notification: { defaultProps: { closeButtonProps: { 'aria-label': 'Dismiss' } } },
    Button: { defaultProps: { size: 'xs' } },
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray' } },
    Anchor: { defaultProps: { underline: 'hover' } },
  },
})

/** Gives the tokens to the page, as CSS variables. */
export const variables: CSSVariablesResolver = () => ({ variables: sizes, light, dark: darkTokens })
