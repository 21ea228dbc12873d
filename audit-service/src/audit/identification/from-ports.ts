import type { DeviceType } from '@rollcall/shared/inventory/device-type.ts'
import type { Claim } from './claim.ts'

/**
 * RPC and file sharing, in combination with remote desktop, WSDAPI or WinRM: Samba has the first two but none of the
 * latter.
 */
const windowsPorts = [135, 445]
const onlyWindowsPorts = [3389, 5357, 5985]

export function claimsByPorts(openPorts: readonly number[]): Claim[] {
  const is = (port: number) => openPorts.includes(port)
  const only = onlyWindowsPorts.filter(is)
  if (!windowsPorts.every(is) || only.length === 0) return []
  const source = `TCP ${[...windowsPorts, ...only].join(', ')} open`
  return [{ source, type: 'computer', os: { name: 'Windows' } }]
}

type Fitting = { vendor: RegExp; manufacturer: string; type: DeviceType; ports: readonly number[] }

const printing = [515, 631, 9100]
const video = [554]
const telephony = [5060, 5061]
const management = [22, 23, 80, 443]

/**
 * Vendors that use their address blocks for one kind of own products. The vendor of a network interface is not the
 * manufacturer of the device: it counts only together with an open port that is typical of such a device.
 */
const fitting: readonly Fitting[] = [
  { vendor: /^Brother Industries/i, manufacturer: 'Brother', type: 'printer', ports: printing },
  { vendor: /^Seiko Epson/i, manufacturer: 'Epson', type: 'printer', ports: printing },
  { vendor: /^Kyocera/i, manufacturer: 'Kyocera', type: 'printer', ports: printing },
  { vendor: /^Ricoh/i, manufacturer: 'Ricoh', type: 'printer', ports: printing },
  { vendor: /^Lexmark/i, manufacturer: 'Lexmark', type: 'printer', ports: printing },
  { vendor: /^Xerox/i, manufacturer: 'Xerox', type: 'printer', ports: printing },
  { vendor: /^Konica Minolta/i, manufacturer: 'Konica Minolta', type: 'printer', ports: printing },
  { vendor: /^Canon/i, manufacturer: 'Canon', type: 'printer', ports: printing },
  { vendor: /^Zebra Technologies/i, manufacturer: 'Zebra', type: 'printer', ports: printing },
  { vendor: /Hikvision/i, manufacturer: 'Hikvision', type: 'camera', ports: video },
  { vendor: /^Zhejiang Dahua/i, manufacturer: 'Dahua', type: 'camera', ports: video },
  { vendor: /^Axis Communications/i, manufacturer: 'Axis', type: 'camera', ports: video },
  { vendor: /^(?:Xiamen )?Yealink/i, manufacturer: 'Yealink', type: 'phone', ports: telephony },
  { vendor: /^snom/i, manufacturer: 'Snom', type: 'phone', ports: telephony },
  { vendor: /^Polycom/i, manufacturer: 'Polycom', type: 'phone', ports: telephony },
  { vendor: /^Fortinet/i, manufacturer: 'Fortinet', type: 'network-device', ports: management },
  { vendor: /^Palo Alto Networks/i, manufacturer: 'Palo Alto Networks', type: 'network-device', ports: management },
  { vendor: /^Routerboard/i, manufacturer: 'MikroTik', type: 'network-device', ports: [...management, 8291] },
]

export function claimsByVendor(vendor: string | undefined, openPorts: readonly number[]): Claim[] {
  const found = fitting.find((each) => each.vendor.test(vendor ?? ''))
  const open = found?.ports.filter((port) => openPorts.includes(port)) ?? []
  if (found === undefined || open.length === 0) return []
  const source = `IEEE OUI of ${vendor}, with TCP ${open.join(', ')} open`
  return [{ source, manufacturer: found.manufacturer, type: found.type }]
}
