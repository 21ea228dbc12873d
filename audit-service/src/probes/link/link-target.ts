/** An interface of this machine, with its address there as the source of requests. */
export type Link = {
  /** The kernel's number of the interface. */
  interfaceIndex: number
  macAddress: string
  address: string
}

/** An address on one of our links. */
export type LinkTarget = { address: string; link: Link }

/** The target that answered, and the hardware address that it reports. */
export type NeighborAnswer = { target: number; macAddress: string }
