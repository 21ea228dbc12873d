/** How a host showed itself. */
type FoundBy = 'icmp' | 'arp' | 'tcp' | 'snmp'

/** A host that has answered at its own address. */
export type LiveHost = {
  address: string
  /** Only for hosts on the scanner's own link: it is not carried across a router. */
  macAddress?: string
  macVendor?: string
  /** Round trip of an echo request, and up to some milliseconds until its answer was looked at. */
  rttMs?: number
  foundBy: FoundBy
  /** TCP ports that took a connection on the way; not a port scan. */
  openPorts?: number[]
}

/** What a discoverer reports, as soon as it knows. */
export type Sighting = Omit<LiveHost, 'macVendor'>
