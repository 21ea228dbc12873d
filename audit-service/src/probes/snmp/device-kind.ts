import type { DeviceType } from '@rollcall/shared/inventory/device-type.ts'
import type { ManufacturerMatch } from './manufacturer-of.ts'
import { agentEnterprises } from './manufacturers.ts'
import { classOids } from './mibs/device-classes.ts'
import { systemSource } from './mibs/system.ts'
import type { DeviceFacts } from './private-identity.ts'
import type { DescriptionFacts } from './sys-descr.ts'
import { isComputerOs as isOfComputers } from './sys-descr-os.ts'
import type { VendorKnowledge } from './vendors/describe.ts'

type Kind = { type: DeviceType; source: string }

/** Words of sysDescr that name the device type, the most specific first. */
const wordRules: readonly (readonly [DeviceType, RegExp])[] = [
  [
    'printer',
    /\b(?:(?:net|laser|label)?printer|(?:color )?laserjet|officejet|deskjet|imagerunner|i-sensys|bizhub|ecosys|taskalfa|workcentre|phaser|docuprint|multifunction|mfp|jetdirect|print server|plotter|copier|aficio|imageclass|docucent(?:re|er)|apeosport|versalink|altalink|colorqube|e-studio)\b/i,
  ],
  ['camera', /\b(?:camera|nvr|dvr|cctv|webcam|ipcam|video (?:encoder|recorder|server|surveillance))\b/i],
  ['phone', /\b(?:(?:voip |sip |desk|ip ?)?phone|soundpoint|soundstation|conference phone)\b/i],
  [
    'ups',
    /\b(?:ups|[er]?pdu|uninterruptible|smart-ups|symmetra|power (?:distribution|control|shelf|strip)|rectifier|smartpack|transfer switch|inverter|dc power (?:system|plant|supply))\b/i,
  ],
  ['network-device', /\b(?:fib(?:er|re) channel|san)(?: [a-z]{1,12})? switch\b/i],
  [
    'storage',
    /\b(?:nas|freenas|truenas|san|raid|disk ?array|tera ?station|link ?station|storage\w*|filer|onefs|diskstation|readynas|data domain|tape library|msl\w*|autoloader|celerra|vnx|storwize|powervault|compellent|ontap|eternus|storeonce|equallogic|flasharray|tape (?:drive|loader)|disk (?:system|enclosure))\b/i,
  ],
  [
    'network-device',
    /\b(?:switch(?:es|ing)?|router|routing|firewall|utm|ips|ids|vpn|access point|access (?:controller|server|software)|routing platform|security platform|(?:console|terminal|device) server|media gateway|optical|multiplexer|powerconnect|procurve|catalyst|nexus|wireless|gateway|load balanc\w+|bridge|media converter|microwave|backhaul|modem|cmts|olt|onu|ont|[ge]pon|dslam|hub|repeater|transponder|wi-?fi|wlan|wlc|ios|nx-os|junos|routeros|airos|edgeos|openwrt|pfsense|opnsense|cumulus linux|vyos|vyatta|sonic|ipso)\b/i,
  ],
  [
    'computer',
    /\b(?:idrac\d*|ilo ?\d?|ilom|irmc|cimc|xclarity|ipmi|imm2?|baseboard management|integrated lights-out|remote access controller|bmc|bladecenter|onboard administrator|poweredge|proliant|thinksystem|primergy)\b/i,
  ],
]

/** Products that manufacturers of network devices also sell, unless the text speaks of a network device. */
const otherProducts: readonly (readonly [DeviceType, RegExp])[] = [
  ['camera', /\b(?:(?:network|ip|dome|bullet) camera|webcam|nvr|network video recorder)\b/i],
  ['phone', /\b(?:(?:ip|sip|voip|desk) ?phone)\b/i],
  ['storage', /\b(?:readynas|network (?:attached )?storage|nas server|diskstation)\b/i],
  ['printer', /\bprint ?server\b/i],
]
const networkWord = /\b(?:switch|router|gateway|firewall|access point|controller|bridge|modem|ap)\b/i

const otherKind = (text: string): DeviceType | undefined =>
  networkWord.test(text) ? undefined : otherProducts.find(([, words]) => words.test(text))?.[0]

/** Layers of sysServices (RFC 3418): 2 and 4 of bridges and routers; some of them also claim 64, which hosts have. */
const bridgeOrRouter = 2 | 4
const applications = 64
/** Minimum ports of a network device: for general agents, and for agents of manufacturers. */
const networkPortsMin = { anyones: 8, manufacturers: 4 }

/** Returns the device type by the most reliable sign; `unknown` if there is none. */
export function kindOf(
  facts: DeviceFacts,
  enterprise: number | undefined,
  manufacturer: ManufacturerMatch | undefined,
  description: DescriptionFacts,
  vendorFacts: VendorKnowledge,
): Kind {
  const { system, classes, vendor, host, components } = facts
  const descr = systemSource('description')
  if (vendor.type) return { type: vendor.type, source: 'vendor objects' }
  if (classes.printer) return { type: 'printer', source: 'Printer-MIB' }
  if (classes.cableModem) return { type: 'network-device', source: 'DOCS-CABLE-DEVICE-MIB' }
  if (classes.ups) return { type: 'ups', source: 'UPS-MIB' }
  if (vendorFacts.type) return { type: vendorFacts.type, source: descr }
  if (description.os?.name === 'VMware ESXi') return { type: 'vmware-esxi', source: descr }
  if (/-pve$|\.nutanix\./.test(description.os?.kernel ?? '')) return { type: 'hypervisor', source: descr }
  // Only cable modems write `VENDOR:`.
  if (description.manufacturer !== undefined) return { type: 'network-device', source: descr }
  const other = otherKind(system.description ?? '')
  if (manufacturer?.manufacturer.type === 'network-device' && other) return { type: other, source: descr }
  if (manufacturer?.manufacturer.type) return { type: manufacturer.manufacturer.type, source: manufacturer.source }
  const general = enterprise === undefined || agentEnterprises.has(enterprise)
  // A computer lists its print queues in the same table.
  if (host.printers.length > 0 && (manufacturer || !general)) return { type: 'printer', source: 'hrDeviceTable' }
  const isComputerOs = isOfComputers(description.os?.name ?? '')
  if (classes.radio) return { type: 'network-device', source: 'IEEE802dot11-MIB' }
  if (isComputerOs && general) return { type: 'computer', source: descr }
  for (const [type, words] of wordRules) if (words.test(system.description ?? '')) return { type, source: descr }
  // A general-purpose system under a manufacturer's number is an appliance: one that routes is no server.
  if (isComputerOs && system.forwards) return { type: 'network-device', source: systemSource('ipForwarding') }
  if (isComputerOs) return { type: 'computer', source: descr }
  const portsMin = general ? networkPortsMin.anyones : networkPortsMin.manufacturers
  if (components.filter((part) => part.class === 'port').length >= portsMin) {
    return { type: 'network-device', source: 'entPhysicalTable' }
  }
  if (facts.interfaces.filter(({ type }) => type === 'ethernetCsmacd').length >= portsMin) {
    return { type: 'network-device', source: 'ifTable' }
  }
  if (facts.software.length > 0) return { type: 'computer', source: 'hrSWInstalledTable' }
  if (host.processors.length > 0 && host.volumes.length > 0) return { type: 'computer', source: 'hrDeviceTable' }
  if ((classes.bridge?.ports ?? 0) > 1 || (classes.bridge && system.services === undefined)) {
    return { type: 'network-device', source: classOids.bridgeAddress }
  }
  if (facts.fabricUnit?.type) return { type: facts.fabricUnit.type, source: 'connUnitTable' }
  const services = system.services ?? 0
  const serves = services & applications ? system.forwards === true : system.forwards !== false
  if (services & bridgeOrRouter && serves) {
    return { type: 'network-device', source: systemSource('services') }
  }
  return { type: 'unknown', source: '' }
}
