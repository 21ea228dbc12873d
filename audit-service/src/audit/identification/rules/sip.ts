import type { Rule } from '../claim.ts'

const phone = (manufacturer: string, match: RegExp): Rule => ({ of: 'sip', match, manufacturer, type: 'phone' })

/** Rules for the software that telephones and gateways name by SIP. */
export const sipRules: readonly Rule[] = [
  phone('Yealink', /^Yealink (?:SIP[- ])?(?<model>[A-Z][\w-]*) (?<version>\d+(?:\.\d+)+)/),
  phone('Grandstream', /^Grandstream (?<model>(?:G[XR][PV]|DP|WP)\w+) (?<version>\d+(?:\.\d+)+)/),
  { of: 'sip', match: /^Grandstream (?<model>[A-Z]{2,3}\d\w*) (?<version>\d+(?:\.\d+)+)/, manufacturer: 'Grandstream' },
  phone('Polycom', /^Poly(?:com)?[A-Z]\w*-(?<model>\w+)-UA\/(?<version>\d+(?:\.\d+)+)/),
  phone('Cisco', /^Cisco-(?<model>CP-?\w+)\/(?<version>\d[\w.()-]*)/),
  phone('Cisco', /^Cisco\/(?<model>SPA\w+)-(?<version>\d+(?:\.\d+)+\w*)/),
  { of: 'sip', match: /^Cisco-SIPGateway\/IOS-/, manufacturer: 'Cisco', type: 'network-device' },
  phone('Snom', /^snom-?(?<model>\w+)\/(?<version>\d+(?:\.\d+)+)/i),
  {
    of: 'sip',
    match: /^AVM FRITZ!Box (?<model>\w+(?: \w+){0,2}) (?<version>\d{2,3}\.\d{2}\.\d{2})/,
    manufacturer: 'AVM',
    type: 'network-device',
  },
  phone('Fanvil', /^Fanvil (?<model>[\w-]+) (?<version>\d+(?:\.\d+)+)/),
  phone('Mitel', /^(?:Aastra|Mitel) (?<model>\d\w+)\/(?<version>\d+(?:\.\d+)+)/),
  phone('Gigaset', /^Gigaset (?<model>\w+(?: \w+){0,3})\/(?<version>\d+(?:\.\d+)+)/),
  phone('Panasonic', /^Panasonic[_-](?<model>KX-(?:HDV|UT|TGP)\w+)\/(?<version>\d+(?:\.\d+)+)/),
  {
    of: 'sip',
    match: /^Audiocodes-Sip-Gateway-(?<model>\w+(?: \w+){0,3})\/v\.(?<version>\d+(?:\.\w+)+)/i,
    manufacturer: 'AudioCodes',
    type: 'network-device',
  },
]
