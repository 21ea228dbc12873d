const scheme = 'mantineColorScheme'

/** Paper is white: whatever the scheme of the screen, what is printed is in the light one. */
export function printLight(): void {
  const { dataset } = document.documentElement
  let ofScreen: string | undefined
  const print = () => {
    ofScreen = dataset[scheme]
    dataset[scheme] = 'light'
  }
  const printed = () => {
    if (ofScreen !== undefined) dataset[scheme] = ofScreen
  }
  // Ahead of those who draw by the colours of the page.
  window.addEventListener('beforeprint', print, { capture: true })
  window.addEventListener('afterprint', printed, { capture: true })
}
