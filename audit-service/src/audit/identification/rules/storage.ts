import type { Rule } from '../claim.ts'

/** Rules for storage. */
export const storageRules: readonly Rule[] = [
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
]
