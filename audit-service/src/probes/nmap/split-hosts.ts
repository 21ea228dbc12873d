/** Matches `<host>` or `<host …>`, but neither `<hosthint>` nor `<hostnames>`. */
const opening = /<host[\s>]/
const closing = '</host>'

/** A complete host element, or only its beginning if it exceeded the limit. */
export type HostElement = { xml: string; complete: boolean }

/**
 * Splits a stream of nmap's XML into its `<host>` elements. nmap escapes `<` in every value, so a device cannot forge
 * the tags. An element over `hostCharactersMax` is cut and its rest skipped: one host with a long output affects
 * neither memory nor the other hosts.
 */
export function createHostSplitter(hostCharactersMax: number, onHost: (host: HostElement) => void) {
  let text = ''
  let inside = false
  let skipping = false

  const step = (): boolean => {
    if (!inside) {
      const start = text.search(opening)
      // Between hosts only the beginning of an opening tag is needed.
      text = start < 0 ? text.slice(-'<host'.length) : text.slice(start)
      inside = start >= 0
      return inside
    }
    const end = text.indexOf(closing)
    if (end >= 0) {
      const xml = text.slice(0, end + closing.length)
      text = text.slice(xml.length)
      inside = false
      if (!skipping) onHost(xml.length > hostCharactersMax ? cut(xml) : { xml, complete: true })
      skipping = false
      return true
    }
    if (text.length > hostCharactersMax) {
      if (!skipping) onHost(cut(text))
      skipping = true
      text = text.slice(-closing.length)
    }
    return false
  }
  const cut = (xml: string): HostElement => ({ xml: xml.slice(0, hostCharactersMax), complete: false })

  return (chunk: string): void => {
    text += chunk
    while (step());
  }
}
