/** One name for each manufacturer that devices write in several ways; the same names as for SNMP. */
const names: readonly (readonly [RegExp, string])[] = [
  [/^(?:hpe\b|hewlett[- ]packard enterprise)/i, 'HPE'],
  [/^(?:hp\b|hewlett[- ]packard)/i, 'HP'],
  [/^(?:seiko )?epson\b/i, 'Epson'],
  [/^fuji xerox\b/i, 'Fuji Xerox'],
  [/^xerox\b/i, 'Xerox'],
  [/^kyocera\b/i, 'Kyocera'],
  [/^konica minolta\b/i, 'Konica Minolta'],
  [/^brother\b/i, 'Brother'],
  [/^canon\b/i, 'Canon'],
  [/^lexmark\b/i, 'Lexmark'],
  [/^ricoh\b/i, 'Ricoh'],
  [/^samsung\b/i, 'Samsung'],
  [/^oki(?: data)?\b/i, 'Oki'],
  [/^zebra\b/i, 'Zebra'],
  [/^dell\b/i, 'Dell'],
  [/^axis\b/i, 'Axis'],
  [/^cisco\b/i, 'Cisco'],
  [/^(?:apc\b|american power conversion)/i, 'APC'],
  [/^d-?link\b/i, 'D-Link'],
  [/^fortinet\b/i, 'Fortinet'],
  [/^hikvision\b/i, 'Hikvision'],
  [/^juniper\b/i, 'Juniper'],
  [/^mikrotik\b/i, 'MikroTik'],
  [/^netgear\b/i, 'Netgear'],
  [/^polycom\b/i, 'Polycom'],
  [/^synology\b/i, 'Synology'],
  [/^tp-link\b/i, 'TP-Link'],
]

const findName = (text: string): string | undefined => names.find(([pattern]) => pattern.test(text))?.[1]

/** Returns the usual name of the manufacturer, or the text as it is. */
export const manufacturerName = (text: string): string => findName(text) ?? text

/**
 * Returns the manufacturer of a hardware CPE name (NISTIR 7695), `cpe:/h:axis:…`: its vendor is an identifier that maps
 * to a known name.
 */
export const manufacturerOfCpe = (cpe: string): string | undefined =>
  findName(/^cpe:\/h:([^:]+)/.exec(cpe)?.[1]?.replaceAll('_', ' ') ?? '')

const plain = (text: string) =>
  manufacturerName(text)
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')

/** HP and HPE were one company, and devices of one still carry the name of the other. */
const family = (name: string) => (name === 'hpe' ? 'hp' : name)

/**
 * Returns true if two names can stand for the same manufacturer: `MikroTik` and `Mikrotik`, `Fortinet` and `Fortinet,
 * Inc.`.
 */
export function isSameManufacturer(a: string, b: string): boolean {
  const [left, right] = [family(plain(a)), family(plain(b))]
  return left.startsWith(right) || right.startsWith(left)
}

/** Removes the manufacturer from a model: `HP LaserJet 4250` of HP is a LaserJet 4250. */
export function withoutManufacturer(model: string, manufacturer: string): string {
  const [first = '', ...rest] = model.split(' ')
  return rest.length > 0 && isSameManufacturer(first, manufacturer) ? rest.join(' ') : model
}
