import type { Rule } from '../claim.ts'

/** Rules for hypervisors. */
export const hypervisorRules: readonly Rule[] = [
  { of: 'title', match: /\bID_EESX_Welcome\b/, type: 'vmware-esxi', os: 'VMware ESXi' },
  { of: 'certificate', match: /\bOU=VMware ESX Server Default Certificate\b/, type: 'vmware-esxi', os: 'VMware ESXi' },
  { of: 'certificate', match: /\bO=Proxmox Virtual Environment\b/, type: 'hypervisor', os: 'Proxmox VE' },
  { of: 'server', match: /^pve-api-daemon\b/, type: 'hypervisor', os: 'Proxmox VE' },
  { of: 'title', match: / - Proxmox Virtual Environment$/, type: 'hypervisor', os: 'Proxmox VE' },
]
