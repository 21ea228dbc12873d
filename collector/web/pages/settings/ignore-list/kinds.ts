import type { IgnoreKind } from '@rollcall/shared/api/ignore-list.ts'

export const ignoreKinds: Record<IgnoreKind, { label: string; example: string }> = {
  mac: { label: 'MAC address', example: '00:1b:21:*' },
  ip: { label: 'IP address', example: '10.20.9.*' },
  name: { label: 'Name', example: 'guest-*' },
  serial: { label: 'Serial number', example: '8XK2PL3' },
  uuid: { label: 'BIOS UUID', example: '4c4c4544-0044-4810-8031-b4c04f4a3532' },
}
