import type { Rule } from '../claim.ts'

const device = (of: Rule['of'], match: RegExp, said: Pick<Rule, 'manufacturer' | 'os'>): Rule => ({
  of,
  match,
  type: 'network-device',
  ...said,
})

/** Rules for routers, switches, firewalls and access points. */
export const networkRules: readonly Rule[] = [
  device('ssh', /^SSH-[\d.]+-Cisco-/, { manufacturer: 'Cisco' }),
  device('server', /^cisco-IOS\b/, { manufacturer: 'Cisco', os: 'Cisco IOS' }),
  device('realm', /^level_15(?:_or_view)?_access$/, { manufacturer: 'Cisco', os: 'Cisco IOS' }),
  device('ssh', /^SSH-[\d.]+-ROSSSH/, { manufacturer: 'MikroTik', os: 'RouterOS' }),
  device('ftp', /^220 .*FTP server \(MikroTik (?<version>[\d.]+)\) ready/, {
    manufacturer: 'MikroTik',
    os: 'RouterOS',
  }),
  device('title', /^RouterOS(?: router configuration page)?$/, { manufacturer: 'MikroTik', os: 'RouterOS' }),
  device('ssh', /^SSH-[\d.]+-HUAWEI-/, { manufacturer: 'Huawei' }),
  device('ssh', /^SSH-[\d.]+-Comware-(?<version>[\d.]+)/, { os: 'Comware' }),
  device('ssh', /^SSH-[\d.]+-NetScreen\b/, { manufacturer: 'Juniper', os: 'ScreenOS' }),
  device('title', /^Log In - Juniper Web Device Manager/, { manufacturer: 'Juniper', os: 'Junos' }),
  device('ssh', /^SSH-[\d.]+-RGOS_SSH/, { manufacturer: 'Ruijie' }),
  device('ssh', /^SSH-[\d.]+-Adtran_/, { manufacturer: 'Adtran' }),
  device('certificate', /\bO=Fortinet\b.*\bOU=Forti\w+, CN=(?<serialNumber>F[A-Z0-9]{14,15})\b/, {
    manufacturer: 'Fortinet',
  }),
  device('certificate', /\bO=Fortinet\b.*\bOU=Forti\w+/, { manufacturer: 'Fortinet' }),
  device('server', /^PanWeb Server\b/, { manufacturer: 'Palo Alto Networks' }),
  device('certificate', /\bO=pfSense (?:webConfigurator|GUI default) Self-Signed Certificate\b/i, { os: 'pfSense' }),
  device('title', /^pfSense - Login$/, { os: 'pfSense' }),
  device('certificate', /\bO=OPNsense\b/, { os: 'OPNsense' }),
  device('title', /^Login \| OPNsense$/, { os: 'OPNsense' }),
  device('server', /^SonicWALL\b/i, { manufacturer: 'SonicWall' }),
  device('certificate', /Certificate for SonicWALL \(self-signed\)/i, { manufacturer: 'SonicWall' }),
  device('certificate', /\bCN=securelogin\.arubanetworks\.com\b/, { manufacturer: 'Aruba' }),
  device('certificate', /\bO=Ubiquiti Networks,? Inc\.?, OU=Technical Support\b/, { manufacturer: 'Ubiquiti' }),
  device('title', /^EdgeOS$/, { manufacturer: 'Ubiquiti', os: 'EdgeOS' }),
  { of: 'certificate', match: /\bO=Ubiquiti (?:Networks,? )?Inc\b/, manufacturer: 'Ubiquiti' },
  { of: 'title', match: /^UniFi OS$/, manufacturer: 'Ubiquiti' },
  device('title', /^FRITZ!Box(?: (?<model>\d{4}\b.*))?$/, { manufacturer: 'AVM' }),
  device('realm', /^TP-LINK .*\b(?<model>(?:WR|WA|TL-)[\w-]*\d\w*)$/, { manufacturer: 'TP-Link' }),
  device('realm', /^NETGEAR (?<model>(?!Ready)[A-Z]{1,4}\d\w*)\s*$/, { manufacturer: 'Netgear' }),
  device('server', /, (?<model>(?:DIR|DAP|DSL|DGS)-\w+) Ver (?<version>[\d.]+)$/, { manufacturer: 'D-Link' }),
]
