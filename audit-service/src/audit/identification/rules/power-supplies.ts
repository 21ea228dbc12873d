import type { Rule } from '../claim.ts'

/** Rules for uninterruptible power supplies. */
export const powerSupplyRules: readonly Rule[] = [
  {
    of: 'ftp',
    match: /^220 (?<model>AP\w+) Network Management Card AOS v(?<version>[\d.]+)/,
    manufacturer: 'APC',
    type: 'ups',
  },
  { of: 'realm', match: /^APC Management Card$/, manufacturer: 'APC', type: 'ups' },
]
