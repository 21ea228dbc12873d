import type { MantineColorsTuple } from '@mantine/core'

/** The accent colour. Shade 6 is dark enough for white text, shade 3 light enough for dark backgrounds. */
const accent: MantineColorsTuple = [
  '#eaf4f8',
  '#d5e8ef',
  '#a9cfde',
  '#7cb9cf',
  '#53a2be',
  '#338cab',
  '#1d7390',
  '#17627c',
  '#125067',
  '#0c3d50',
]
/** Neutral greys, so that only states have colours. */
const gray: MantineColorsTuple = [
  '#f8f8f9',
  '#f1f1f3',
  '#e4e4e8',
  '#d3d3d9',
  '#b9b9c1',
  '#93939d',
  '#6a6a74',
  '#4b4b54',
  '#2e2e35',
  '#1b1b20',
]
const dark: MantineColorsTuple = [
  '#d6d6db',
  '#b4b4bc',
  '#8f8f99',
  '#5c5c66',
  '#3a3a42',
  '#2c2c33',
  '#232329',
  '#1a1a1f',
  '#141418',
  '#0e0e11',
]

/** Shade 6 is dark enough for white text. */
const red: MantineColorsTuple = [
  '#fff5f5',
  '#ffe3e3',
  '#ffc9c9',
  '#ffa8a8',
  '#ff8787',
  '#e03131',
  '#c22727',
  '#a82121',
  '#8f1c1c',
  '#761717',
]

/** The colours of components, by Mantine's names. */
export const palette = { accent, gray, dark, red }

/** The type scale. Body text is `md`, tables are `sm`, remarks are `xs`. */
export const fontSizes = { xs: '0.75rem', sm: '0.8125rem', md: '0.875rem', lg: '1rem', xl: '1.125rem' }

/** The steps of spacing: inside a control, between controls, between parts, between sections. */
export const spacing = { xs: '8px', sm: '12px', md: '16px', lg: '24px', xl: '32px' }

/** Sizes that are the same in light and dark. `base.css` has the comfortable ones. */
export const sizes = { '--row-height': '36px', '--cell-pad': '7px' }

/** Surfaces, lines and states in light. Text in each state colour has the contrast of WCAG 2.2 AA on each surface. */
export const light = {
  '--mantine-color-dimmed': '#5d5d67',
  '--mantine-color-placeholder': '#6a6a74',
  '--mantine-color-anchor': '#17627c',
  '--surface': '#ffffff',
  '--surface-raised': '#f8f8f9',
  '--line': '#e4e4e8',
  '--line-strong': '#b3b3bd',
  '--row-hover': '#f4f6f8',
  '--row-chosen': '#eaf4f8',
  '--good': '#1b7a3d',
  '--warn': '#8a5300',
  '--warn-surface': '#fff4dc',
  '--bad': '#b3261e',
  '--mantine-color-error': '#b3261e',
  '--bad-surface': '#fdecea',
  '--alert': '#b3261e',
  '--elevation-1': '0 1px 2px rgb(20 20 30 / 8%)',
  '--elevation-2': '0 6px 20px rgb(20 20 30 / 16%)',
}

/** Surfaces, lines and states in dark. */
export const darkTokens: Record<keyof typeof light, string> & { '--mantine-color-body': string } = {
  '--mantine-color-dimmed': '#a3a3ad',
  '--mantine-color-placeholder': '#9a9aa4',
  '--mantine-color-anchor': '#7cb9cf',
  '--surface': '#141418',
  '--surface-raised': '#1a1a1f',
  '--line': '#2c2c33',
  '--line-strong': '#50505a',
  '--row-hover': '#1f1f25',
  '--row-chosen': '#16303a',
  '--good': '#6fcf8f',
  '--warn': '#f0b95a',
  '--warn-surface': '#3a2b0d',
  '--bad': '#ff8f85',
  '--mantine-color-error': '#ff8f85',
  '--bad-surface': '#431714',
  '--alert': '#b3261e',
  '--mantine-color-body': '#141418',
  '--elevation-1': '0 1px 2px rgb(0 0 0 / 50%)',
  '--elevation-2': '0 6px 20px rgb(0 0 0 / 60%)',
}
