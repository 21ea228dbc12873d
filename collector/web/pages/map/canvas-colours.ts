import type { Icons, Inks } from './picture.ts'

/** Reads the colours and the font of the page. */
export function inksOf(element: Element): Inks {
  const style = getComputedStyle(element)
  const ink = (name: string) => style.getPropertyValue(name).trim()
  return {
    surface: ink('--surface'),
    raised: ink('--surface-raised'),
    line: ink('--line-strong'),
    text: ink('--mantine-color-text'),
    dimmed: ink('--mantine-color-dimmed'),
    accent: ink('--mantine-color-anchor'),
    font: style.fontFamily,
  }
}

/** Reads the shapes of the icons below an element, by the name that each has in `data-icon`. */
export function iconsOf(element: Element): Icons {
  const holders = [...element.querySelectorAll<HTMLElement>('[data-icon]')]
  return new Map(
    holders.map((holder) => {
      const paths = [...holder.querySelectorAll('path')].map((path) => path.getAttribute('d'))
      return [holder.dataset['icon'], paths.join(' ')]
    }),
  ) as Icons
}
