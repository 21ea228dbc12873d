/** Method that found a host. */
type FoundBy = 'icmp' | 'arp' | 'tcp' | 'snmp'

/** A host that answered at its own address. */
export type LiveHost = {
  address: string
  /** Only for hosts on a local link: a router does not forward it. */
  macAddress?: string
  macVendor?: string
  /** Round-trip time of an echo request, including up to some milliseconds until the answer is read. */
  rttMs?: number
  foundBy: FoundBy
  /** TCP ports that accepted a connection during discovery; not a port scan. */
  openPorts?: number[]
}

/** A report of a discoverer. */
export type Sighting = Omit<LiveHost, 'macVendor'>
