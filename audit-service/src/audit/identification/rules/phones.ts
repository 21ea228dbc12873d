import type { Rule } from '../claim.ts'

/** Rules for telephones. Those by SIP are in `sip.ts`. */
export const phoneRules: readonly Rule[] = [
  {
    of: 'server',
    match: /^Polycom (?<model>SoundPoint IP|SoundStation IP|VVX)\b.*Telephone HTTPd/,
    manufacturer: 'Polycom',
    type: 'phone',
  },
  { of: 'server', match: /^snom embedded\b/, manufacturer: 'Snom', type: 'phone' },
  {
    of: 'server',
    match: /^Grandstream (?<model>G[XR]P\w+)(?: (?<version>[\d.]+))?/,
    manufacturer: 'Grandstream',
    type: 'phone',
  },
  { of: 'title', match: /^Yealink (?<model>[\w-]+)(?: IP)? Phone\b/i, manufacturer: 'Yealink', type: 'phone' },
  { of: 'title', match: /^Cisco (?:Unified )?IP Phone (?<model>CP-\w+)/, manufacturer: 'Cisco', type: 'phone' },
]
