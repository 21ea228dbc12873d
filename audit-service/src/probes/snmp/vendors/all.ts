import { apc } from './apc.ts'
import type { Vendor } from './vendor.ts'

/** Every vendor with objects of its own worth reading; a new one is a file here and a line below. */
export const vendors: readonly Vendor[] = [apc]
