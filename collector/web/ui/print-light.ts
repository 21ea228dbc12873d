const scheme = 'mantineColorScheme'

/** Switches to the light colour scheme while printing. */
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
  // Runs before listeners that draw with the colours of the page.
  window.addEventListener('beforeprint', print, { capture: true })
  window.addEventListener('afterprint', printed, { capture: true })
}
