import type { DeviceType } from '@rollcall/shared/inventory/device-type.ts'
import { optional } from '@rollcall/shared/optional.ts'
import type { NmapHost } from '../../probes/nmap/parse-host.ts'
import type { Claim } from './claim.ts'
import { manufacturerOfCpe } from './manufacturer-names.ts'

/** nmap's names of device types (nmap-os-db, nmap-service-probes); the missing ones are too unspecific. */
const deviceTypes: Readonly<Record<string, DeviceType>> = {
  bridge: 'network-device',
  'broadband router': 'network-device',
  firewall: 'network-device',
  'load balancer': 'network-device',
  phone: 'phone',
  'power-device': 'ups',
  'print server': 'printer',
  printer: 'printer',
  router: 'network-device',
  'storage-misc': 'storage',
  switch: 'network-device',
  'VoIP phone': 'phone',
  WAP: 'network-device',
  webcam: 'camera',
}
/** Systems that run only on general-purpose machines; Linux runs on everything. */
const computerFamilies = /^(?:Windows|macOS|Mac OS X)$/

/** Below this accuracy, many other fingerprints match about as well. */
const accuracyPercentMin = 95
/** Every test must match to determine the device type. */
const accuracyPercentForType = 100

/** Returns nmap's conclusions from the detected services and from the behavior of the IP stack. */
export function claimsByNmap({
  versions,
  ports,
}: {
  versions?: NmapHost | undefined
  ports?: NmapHost | undefined
}): Claim[] {
  const services = (versions?.ports ?? []).map(({ port, deviceType, osType, cpes = [] }): Claim => {
    const manufacturer = cpes.map(manufacturerOfCpe).find((manufacturer) => manufacturer !== undefined)
    const os = osType === undefined ? undefined : { name: osType }
    return { source: `nmap, TCP ${port}`, ...optional({ type: typeOf(deviceType, osType), manufacturer, os }) }
  })
  return [...services, ...byStack(ports?.os)]
}

function byStack(os: NmapHost['os']): Claim[] {
  if (os === undefined || os.accuracyPercent < accuracyPercentMin) return []
  const type = os.accuracyPercent >= accuracyPercentForType ? typeOf(os.deviceType, os.family) : undefined
  const source = `nmap, TCP/IP fingerprint (${os.accuracyPercent} %)`
  return [{ source, os: { name: os.name }, ...optional({ type }) }]
}

const typeOf = (deviceType: string | undefined, system: string | undefined): DeviceType | undefined =>
  deviceTypes[deviceType ?? ''] ?? (computerFamilies.test(system ?? '') ? 'computer' : undefined)
