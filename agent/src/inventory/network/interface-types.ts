/** ARPHRD numbers of linux/if_arp.h, mapped to the names of IANAifType-MIB. */
const byHardwareType: Record<number, string> = {
  1: 'ethernetCsmacd',
  24: 'ieee1394',
  32: 'infiniband',
  280: 'other', // CAN
  512: 'ppp',
  768: 'tunnel',
  769: 'tunnel',
  772: 'softwareLoopback',
  776: 'tunnel',
  778: 'tunnel',
  801: 'ieee80211',
  802: 'ieee80211',
  803: 'ieee80211',
  823: 'tunnel',
  65534: 'tunnel',
}

/** DEVTYPE of the interface's uevent, which is more exact than its hardware type if present. */
const byDeviceType: Record<string, string> = {
  bond: 'ieee8023adLag',
  bridge: 'bridge',
  vlan: 'l2vlan',
  vxlan: 'tunnel',
  geneve: 'tunnel',
  wireguard: 'tunnel',
  wlan: 'ieee80211',
  wwan: 'wwanPP',
}

export function interfaceType(hardwareType: number | undefined, deviceType: string | undefined): string | undefined {
  const type = byDeviceType[deviceType ?? '']
  if (type !== undefined || hardwareType === undefined) return type
  return byHardwareType[hardwareType] ?? 'other'
}
