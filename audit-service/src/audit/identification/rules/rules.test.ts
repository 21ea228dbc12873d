import { expect, test } from 'vitest'
import { type Clue, type ClueKind, claimOf } from '../claim.ts'
import { rules } from './all.ts'

/** Lines as written by devices, with the expected type, manufacturer and further fields. */
const examples: readonly (readonly [ClueKind, string, string])[] = [
  [
    'server',
    'HP HTTP Server; HP Officejet Pro 8600 - CM749A; Serial Number: CN00000001; Built:Tue Nov 20, 2012',
    'printer HP model=Officejet Pro 8600 serial=CN00000001',
  ],
  ['server', 'HP-ChaiSOE/1.0', 'printer HP'],
  ['title', 'HP LaserJet 400 M401dn   192.0.2.5', 'printer HP model=LaserJet 400 M401dn'],
  ['ftp', '220 JD FTP Server Ready.', 'printer HP'],
  ['telnet', 'HP JetDirect\nPassword is not set', 'printer HP'],
  ['server', 'debut/1.20', 'printer Brother'],
  ['title', 'Brother HL-L2350DW series', 'printer Brother model=HL-L2350DW'],
  ['server', 'CANON HTTP Server', 'printer Canon'],
  ['ftp', '220 Canon iR-ADV C5030 FTP Print Server V9.01a ready.', 'printer Canon model=iR-ADV C5030'],
  ['server', 'EPSON_Linux UPnP/1.0 Epson UPnP SDK/1.0', 'printer Epson'],
  ['ftp', '220 FUJI XEROX DocuPrint C3300 DX', 'printer Fuji Xerox model=DocuPrint C3300 DX'],
  ['title', 'PageScope Web Connection for magicolor', 'printer Konica Minolta'],
  ['ftp', '220 KONICA MINOLTA FTP server ready.', 'printer Konica Minolta'],
  ['server', 'KM-MFP-http/V0.0.1', 'printer Kyocera'],
  ['title', 'Lexmark MS510dn', 'printer Lexmark model=MS510dn'],
  ['title', 'Web Image Monitor', 'printer Ricoh'],
  ['ftp', '220 RICOH Aficio MP C2500 FTP server (7.05.1) ready.', 'printer Ricoh model=Aficio MP C2500'],
  ['server', 'Xerox_MicroServer/Xerox11', 'printer Xerox'],
  ['title', 'XEROX WORKCENTRE 7120 - Home', 'printer Xerox model=WORKCENTRE 7120'],

  ['ftp', '220 AXIS P1435-LE Network Camera 8.40.1 (2018) ready.', 'camera Axis model=P1435-LE firmware=8.40.1'],
  ['realm', 'AXIS_ACCC8E123456', 'Axis'],
  ['certificate', 'O=Axis Communications AB, CN=axis-accc8e123456', 'Axis'],
  ['server', 'Hikvision-Webs', 'camera Hikvision'],
  ['server', 'App-webs/', 'camera Hikvision'],
  ['server', 'Polycom SoundPoint IP Telephone HTTPd', 'phone Polycom model=SoundPoint IP'],
  ['server', 'snom embedded', 'phone Snom'],
  ['server', 'Grandstream GXP1628 1.0.4.100', 'phone Grandstream model=GXP1628 firmware=1.0.4.100'],
  ['title', 'Yealink T46S Phone', 'phone Yealink model=T46S'],
  ['title', 'Cisco IP Phone CP-7941G', 'phone Cisco model=CP-7941G'],
  ['ftp', '220 AP7932 Network Management Card AOS v3.7.3 FTP server ready.', 'ups APC model=AP7932 firmware=3.7.3'],
  ['realm', 'APC Management Card', 'ups APC'],

  ['realm', 'Login to 4A0B1C2PAU00001', 'camera serial=4A0B1C2PAU00001'],
  ['realm', 'Hikvision', 'camera Hikvision'],
  ['realm', 'IP Camera(C1234)', 'camera'],
  ['server', 'Dahua Rtsp Server', 'camera Dahua'],
  ['server', 'UBNT Streaming Server v1.2', 'camera Ubiquiti'],
  ['server', 'TP-LINK Streaming Media v2015.05.12', 'camera TP-Link'],
  ['server', 'AvigilonOnvifNvt/2.6.0.130', 'camera Avigilon'],
  ['server', 'Hipcam RealServer/V1.0', 'camera'],
  ['server', 'H264DVR 1.0', 'camera'],

  ['sip', 'Yealink SIP-T46S 66.84.0.15', 'phone Yealink model=T46S firmware=66.84.0.15'],
  ['sip', 'Yealink W60B 77.83.0.25', 'phone Yealink model=W60B firmware=77.83.0.25'],
  ['sip', 'Grandstream GXP2160 1.0.7.18', 'phone Grandstream model=GXP2160 firmware=1.0.7.18'],
  ['sip', 'Grandstream HT802 1.0.17.5', 'Grandstream model=HT802 firmware=1.0.17.5'],
  ['sip', 'PolycomVVX-VVX_411-UA/5.9.0.9373', 'phone Polycom model=VVX_411 firmware=5.9.0.9373'],
  ['sip', 'PolycomSoundPointIP-SPIP_650-UA/4.0.1.13681', 'phone Polycom model=SPIP_650 firmware=4.0.1.13681'],
  ['sip', 'Cisco-CP8841/12.8.1', 'phone Cisco model=CP8841 firmware=12.8.1'],
  ['sip', 'Cisco/SPA504G-7.5.5', 'phone Cisco model=SPA504G firmware=7.5.5'],
  ['sip', 'Cisco-SIPGateway/IOS-15.4.3.M', 'network-device Cisco'],
  ['sip', 'snom320/8.7.5.35', 'phone Snom model=320 firmware=8.7.5.35'],
  ['sip', 'AVM FRITZ!Box 7590 154.07.27 (Oct 20 2020)', 'network-device AVM model=7590 firmware=154.07.27'],
  ['sip', 'Fanvil X4 2.12.1', 'phone Fanvil model=X4 firmware=2.12.1'],
  ['sip', 'Aastra 6731i/3.3.1.4365', 'phone Mitel model=6731i firmware=3.3.1.4365'],
  ['sip', 'Gigaset N510 IP PRO/42.255.00', 'phone Gigaset model=N510 IP PRO firmware=42.255.00'],
  ['sip', 'Panasonic_KX-HDV230/08.110', 'phone Panasonic model=KX-HDV230 firmware=08.110'],
  [
    'sip',
    'Audiocodes-Sip-Gateway-Mediant 800/v.6.80A.286.002',
    'network-device AudioCodes model=Mediant 800 firmware=6.80A.286.002',
  ],

  ['ssh', 'SSH-2.0-Cisco-1.25', 'network-device Cisco'],
  ['server', 'cisco-IOS', 'network-device Cisco os=Cisco IOS'],
  ['realm', 'level_15_access', 'network-device Cisco os=Cisco IOS'],
  ['ssh', 'SSH-2.0-ROSSSH', 'network-device MikroTik os=RouterOS'],
  ['ftp', '220 gateway FTP server (MikroTik 6.49.7) ready', 'network-device MikroTik os=RouterOS 6.49.7'],
  ['title', 'RouterOS router configuration page', 'network-device MikroTik os=RouterOS'],
  ['ssh', 'SSH-2.0-HUAWEI-1.5', 'network-device Huawei'],
  ['ssh', 'SSH-2.0-Comware-7.1.070', 'network-device os=Comware 7.1.070'],
  ['ssh', 'SSH-2.0-NetScreen', 'network-device Juniper os=ScreenOS'],
  ['title', 'Log In - Juniper Web Device Manager', 'network-device Juniper os=Junos'],
  ['ssh', 'SSH-2.0-RGOS_SSH', 'network-device Ruijie'],
  ['ssh', 'SSH-2.0-Adtran_4.31', 'network-device Adtran'],
  [
    'certificate',
    'C=US, ST=California, L=Sunnyvale, O=Fortinet, OU=FortiGate, CN=FGT60E0000000001, emailAddress=support@fortinet.com',
    'network-device Fortinet serial=FGT60E0000000001',
  ],
  [
    'certificate',
    'C=US, ST=California, L=Sunnyvale, O=Fortinet, OU=FortiWifi, CN=FortiWifi',
    'network-device Fortinet',
  ],
  ['server', 'PanWeb Server/ -', 'network-device Palo Alto Networks'],
  [
    'certificate',
    'O=pfSense webConfigurator Self-Signed Certificate, CN=pfSense-5f3b1c2d00000',
    'network-device os=pfSense',
  ],
  ['title', 'pfSense - Login', 'network-device os=pfSense'],
  [
    'certificate',
    'C=NL, ST=Zuid-Holland, L=Middelharnis, O=OPNsense self-signed web certificate, CN=OPNsense.localdomain',
    'network-device os=OPNsense',
  ],
  ['title', 'Login | OPNsense', 'network-device os=OPNsense'],
  ['server', 'SonicWALL', 'network-device SonicWall'],
  [
    'certificate',
    'O=HTTPS Management Certificate for SonicWALL (self-signed), CN=192.168.168.168',
    'network-device SonicWall',
  ],
  ['certificate', 'C=US, O=Aruba Networks, CN=securelogin.arubanetworks.com', 'network-device Aruba'],
  [
    'certificate',
    'C=US, ST=CA, L=San Jose, O=Ubiquiti Networks Inc., OU=Technical Support, CN=UBNT',
    'network-device Ubiquiti',
  ],
  ['title', 'EdgeOS', 'network-device Ubiquiti os=EdgeOS'],
  ['certificate', 'O=Ubiquiti Inc., OU=UniFi, CN=unifi.local', 'Ubiquiti'],
  ['title', 'UniFi OS', 'Ubiquiti'],
  ['title', 'FRITZ!Box 7590', 'network-device AVM model=7590'],
  ['realm', 'TP-LINK Wireless N Router WR841N', 'network-device TP-Link model=WR841N'],
  ['realm', 'NETGEAR R7000', 'network-device Netgear model=R7000'],
  ['server', 'Linux, HTTP/1.1, DIR-850L Ver 1.09', 'network-device D-Link model=DIR-850L firmware=1.09'],

  ['title', 'vault - Synology DiskStation', 'storage Synology'],
  ['certificate', 'C=TW, L=Taipel, O=Synology Inc., CN=synology.com', 'Synology'],
  ['certificate', 'C=TW, O=QNAP Systems, Inc., OU=NAS, CN=QNAP NAS', 'storage QNAP'],
  ['server', 'NetApp/7.3.4', 'storage NetApp'],
  ['ssh', 'SSH-2.0-Data ONTAP SSH 1.0', 'storage NetApp os=Data ONTAP'],
  ['title', 'TrueNAS - 192.0.2.7', 'storage os=TrueNAS'],
  ['title', '" + ID_EESX_Welcome + "', 'vmware-esxi os=VMware ESXi'],
  [
    'certificate',
    'C=US, ST=California, L=Palo Alto, O=VMware, Inc, OU=VMware ESX Server Default Certificate, CN=localhost.localdomain',
    'vmware-esxi os=VMware ESXi',
  ],
  ['certificate', 'OU=PVE Cluster Node, O=Proxmox Virtual Environment, CN=pve1.example', 'hypervisor os=Proxmox VE'],
  ['server', 'pve-api-daemon/3.0', 'hypervisor os=Proxmox VE'],
  ['title', 'pve1 - Proxmox Virtual Environment', 'hypervisor os=Proxmox VE'],
  [
    'certificate',
    'C=US, ST=Texas, L=Round Rock, O=Dell Inc., OU=Remote Access Group, CN=idrac-ABC1234',
    'computer Dell serial=ABC1234',
  ],
  ['title', 'iDRAC9 - Login', 'computer Dell'],
  [
    'certificate',
    'C=US, ST=Texas, L=Houston, O=Hewlett Packard Enterprise, OU=ISS, CN=ILOCZ00000001',
    'computer HPE serial=CZ00000001',
  ],
  ['server', 'HP-iLO-Server/1.30', 'computer HPE'],
  ['ssh', 'SSH-2.0-mpSSH_0.2.1', 'computer HPE'],
  ['certificate', 'C=US, ST=California, O=Super Micro Computer, CN=IPMI', 'computer Supermicro'],

  ['ssh', 'SSH-2.0-OpenSSH_7.9p1 Raspbian-10+deb10u2', 'computer os=Raspbian 10'],
  ['ssh', 'SSH-2.0-OpenSSH_9.2p1 Debian-2+deb12u3', 'computer os=Debian 12'],
  ['ssh', 'SSH-2.0-OpenSSH_10.0p2 Debian-7', 'computer os=Debian'],
  ['ssh', 'SSH-2.0-OpenSSH_9.6p1 Ubuntu-3ubuntu13.5', 'computer os=Ubuntu'],
  ['ssh', 'SSH-2.0-OpenSSH_9.7 FreeBSD-20240701', 'computer os=FreeBSD'],
  ['ssh', 'SSH-2.0-OpenSSH_9.5 NetBSD_Secure_Shell-20231001', 'computer os=NetBSD'],
  ['ssh', 'SSH-2.0-Sun_SSH_1.1.3', 'computer os=Solaris'],
  ['ssh', 'SSH-2.0-OpenSSH_for_Windows_8.1', 'computer os=Windows'],
  ['server', 'Microsoft-IIS/10.0', 'computer os=Windows'],
  ['server', 'Apache/2.4.58 (Win64) OpenSSL/3.1.3', 'computer os=Windows'],
  ['server', 'Apache/2.4.57 (Debian)', 'computer os=Debian'],
  ['server', 'nginx/1.24.0 (Ubuntu)', 'computer os=Ubuntu'],
  ['server', 'Apache/2.4.57 (Red Hat Enterprise Linux)', 'computer os=Red Hat Enterprise Linux'],
  ['server', 'Apache/2.4.6 (CentOS)', 'computer os=CentOS'],
  ['server', 'Apache/2.4.57 (Rocky Linux)', 'computer os=Rocky Linux'],
  ['server', 'Apache/2.4.57 (AlmaLinux)', 'computer os=AlmaLinux'],
  ['server', 'Apache/2.4.58 (Fedora Linux)', 'computer os=Fedora'],
  ['server', 'Apache/2.4.57 (FreeBSD) OpenSSL/3.0', 'computer os=FreeBSD'],
]

const applied = (clue: Clue) => {
  for (const rule of rules) {
    const claim = rule.of === clue.of ? claimOf(rule, clue) : undefined
    if (claim) return { rule, claim }
  }
  return undefined
}
const clueOf = ([of, text]: (typeof examples)[number]): Clue => ({ of, text, source: '' })

test.each(examples)('%s %j is %s', (...example) => {
  const { type, manufacturer, model, serialNumber, os, firmwareVersion } = applied(clueOf(example))?.claim ?? {}
  const said = [
    type,
    manufacturer,
    model && `model=${model}`,
    serialNumber && `serial=${serialNumber}`,
    os && `os=${[os.name, os.version].filter(Boolean).join(' ')}`,
    firmwareVersion && `firmware=${firmwareVersion}`,
  ]
  expect(said.filter(Boolean).join(' ')).toBe(example[2])
})

test('has an example of every rule', () => {
  const used = new Set(examples.map((example) => applied(clueOf(example))?.rule))
  expect(rules.filter((rule) => !used.has(rule)).map(({ match }) => match.source)).toEqual([])
})

test.each<[ClueKind, string]>([
  ['server', 'nginx'],
  ['server', 'Apache'],
  ['title', 'Login'],
  ['title', 'How to choose an HP LaserJet'],
  ['title', 'Welcome to nginx!'],
  ['ssh', 'SSH-2.0-OpenSSH_9.6'],
  ['ssh', 'SSH-2.0-dropbear_2020.81'],
  ['certificate', 'CN=example.com'],
  ['certificate', 'O=Dell Technologies, CN=intranet.example'],
  ['realm', 'Restricted'],
  ['ftp', '220 (vsFTPd 3.0.3)'],
  ['realm', 'NETGEAR ReadyNAS'],
])('%s %j matches no rule', (of, text) => {
  expect(applied({ of, text, source: '' })).toBeUndefined()
})

test('matches a malicious line quickly with every rule', () => {
  const slow = ['O=Fortinet ', 'OU=Forti', ' ', 'HP ', '220 AXIS a', 'SSH-2.0-', '- Synology', '(', ', DIR-'].map(
    (part) => part.repeat(200).slice(0, 512),
  )
  for (const of of ['server', 'realm', 'title', 'certificate', 'ssh', 'ftp', 'telnet'] as const) {
    for (const text of slow) expect(applied({ of, text, source: '' })?.claim.model ?? '').toBe('')
  }
})
