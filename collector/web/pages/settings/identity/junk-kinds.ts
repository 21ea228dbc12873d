import type { IdentityJunk, IdentityJunkKind } from '@rollcall/shared/api/identity-junk.ts'

export const junkKinds: Record<IdentityJunkKind, { label: string; example: string }> = {
  serial: { label: 'Serial number', example: 'Dell Inc./8XK2PL3' },
  uuid: { label: 'BIOS UUID', example: '4c4c4544-0044-4810-8031-b4c04f4a3532' },
  mac: { label: 'MAC address', example: '00:e0:4c:68:01:2a' },
  machine: { label: 'Machine ID', example: '6f9619ff-8b86-d011-b42d-00cf4fc964ff' },
  disk: { label: 'Disk serial number', example: '0025388b01234567' },
  engine: { label: 'SNMP engine ID', example: '80001f8880e9630000d61ff449' },
  sshKey: { label: 'SSH host key', example: 'SHA256:uNiVztksCsDhcc0u9e8BgrJXVGDPbb3xfrSwo1p8iCw' },
  cloud: { label: 'Cloud instance', example: 'aws/i-0abcdef1234567890' },
  name: { label: 'Host name', example: 'localhost' },
}

export const junkOrigins: Record<IdentityJunk['origin'], string> = {
  learned: 'Learned',
  site: 'Added',
  allowed: 'Allowed',
}
