import { contentOf, der, elementLength, elementsOf } from '../der/der.ts'
import type { Print, PrintReading } from '../identify/print.ts'
import { directoryFacts } from './directory-facts.ts'

/** Operational attributes of the root (RFC 4512, section 5.1; MS-ADTS, section 3.1.1.3.2; RFC 3045). */
const attributes = [
  'defaultNamingContext',
  'dnsHostName',
  'domainControllerFunctionality',
  'namingContexts',
  'objectClass',
  'supportedCapabilities',
  'vendorName',
  'vendorVersion',
]
const tags = { integer: 0x02, octets: 0x04, enumerated: 0x0a, sequence: 0x30, set: 0x31 }
const operations = { search: 0x63, entry: 0x64 }
const valuesMax = 32

/**
 * Reads the root of a directory, which every client may read before it logs in (RFC 4512, section 5.1): name and domain
 * of a domain controller, product and version of other servers.
 */
export const ldapPrint: Print = {
  name: 'ldap',
  ports: { tcp: [389] },
  read: (visit) =>
    visit.converse(async (line): Promise<PrintReading | undefined> => {
      line.send(searchRequest)
      const root = readEntry(await line.receive(elementLength))
      if (root === undefined) return undefined
      const { product, version, device } = directoryFacts(root)
      const banner = (root.get('defaultnamingcontext') ?? root.get('namingcontexts'))?.[0]
      return { service: { name: 'ldap', product, version, banner }, ...(device && { device }) }
    }),
}

/** SearchRequest (RFC 4511, section 4.5.1) for the object without a name, within 3 s. No bind precedes it. */
const searchRequest = der(
  tags.sequence,
  der(tags.integer, Buffer.from([1])),
  der(
    operations.search,
    der(tags.octets, ''),
    der(tags.enumerated, Buffer.from([0])),
    der(tags.enumerated, Buffer.from([0])),
    der(tags.integer, Buffer.from([1])),
    der(tags.integer, Buffer.from([3])),
    der(0x01, Buffer.from([0])),
    der(0x87, 'objectClass'),
    der(tags.sequence, ...attributes.map((name) => der(tags.octets, name))),
  ),
)

/** Returns the values of a SearchResultEntry (section 4.5.2) by attribute in lower case; undefined if it is none. */
function readEntry(message: Buffer | undefined): Map<string, string[]> | undefined {
  const entry = contentOf(contentOf(message, tags.sequence), operations.entry)
  if (entry === undefined) return undefined
  const values = new Map<string, string[]>()
  for (const { content } of elementsOf(contentOf(entry, tags.sequence) ?? Buffer.alloc(0))) {
    const name = contentOf(content, tags.octets)?.toString('utf8').toLowerCase()
    const texts = elementsOf(contentOf(content, tags.set) ?? Buffer.alloc(0)).slice(0, valuesMax)
    if (name !== undefined && name !== '')
      values.set(
        name,
        texts.map((text) => text.content.toString('utf8')),
      )
  }
  return values
}
