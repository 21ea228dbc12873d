import type { Rule } from '../claim.ts'

/** Rules for storage, hypervisors and service processors, which report the server that contains them. */
export const serverRules: readonly Rule[] = [
  {
    of: 'title',
    match: /- Synology (?:DiskStation|RackStation|FlashStation|NAS)$/i,
    manufacturer: 'Synology',
    type: 'storage',
  },
  { of: 'certificate', match: /\bO=Synology Inc\./, manufacturer: 'Synology' },
  { of: 'certificate', match: /\bO=QNAP Systems,? Inc\.?(?:, OU=NAS)?\b/, manufacturer: 'QNAP', type: 'storage' },
  { of: 'server', match: /^(?:NetApp\/|Data ONTAP\b)/, manufacturer: 'NetApp', type: 'storage' },
  { of: 'ssh', match: /^SSH-[\d.]+-Data ONTAP SSH/, manufacturer: 'NetApp', type: 'storage', os: 'Data ONTAP' },
  { of: 'title', match: /^TrueNAS\b/, type: 'storage', os: 'TrueNAS' },

  { of: 'title', match: /\bID_EESX_Welcome\b/, type: 'vmware-esxi', os: 'VMware ESXi' },
  { of: 'certificate', match: /\bOU=VMware ESX Server Default Certificate\b/, type: 'vmware-esxi', os: 'VMware ESXi' },
  { of: 'certificate', match: /\bO=Proxmox Virtual Environment\b/, type: 'hypervisor', os: 'Proxmox VE' },
  { of: 'server', match: /^pve-api-daemon\b/, type: 'hypervisor', os: 'Proxmox VE' },
  { of: 'title', match: / - Proxmox Virtual Environment$/, type: 'hypervisor', os: 'Proxmox VE' },

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
