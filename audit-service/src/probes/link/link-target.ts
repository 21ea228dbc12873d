/** One of our interfaces, and our own address there, from which neighbours are asked. */
export type Link = {
  /** The kernel's number of the interface. */
  interfaceIndex: number
  macAddress: string
  address: string
}

/** An address on one of our links. */
export type LinkTarget = { address: string; link: Link }

/** Which target answered, and the hardware address it says it has. */
export type NeighborAnswer = { target: number; macAddress: string }
