import type { Rule } from '../claim.ts'

/** Rules for service processors, which report the server that contains them. */
export const serviceProcessorRules: readonly Rule[] = [
  {
    of: 'certificate',
    match: /\bO=Dell(?: Inc\.?)?, OU=(?:Remote Access Group|iDRAC Group), CN=idrac-(?<serialNumber>[A-Z0-9]{7})\b/i,
    manufacturer: 'Dell',
    type: 'computer',
  },
  {
    of: 'title',
    match: /^(?:Integrated Dell Remote Access Controller|iDRAC\d)\b/,
    manufacturer: 'Dell',
    type: 'computer',
  },
  // An iLO has the name of its server unless it was renamed.
  {
    of: 'certificate',
    match: /\bO=(?:Hewlett[- ]Packard(?: Enterprise| Company)?), OU=ISS, CN=ILO(?<serialNumber>[A-Z0-9]{10})\b/i,
    manufacturer: 'HPE',
    type: 'computer',
  },
  { of: 'server', match: /^HPE?-iLO-Server\//, manufacturer: 'HPE', type: 'computer' },
  { of: 'ssh', match: /^SSH-[\d.]+-mpSSH_/, manufacturer: 'HPE', type: 'computer' },
  { of: 'certificate', match: /\bO=Super Micro Computer\b/, manufacturer: 'Supermicro', type: 'computer' },
]
