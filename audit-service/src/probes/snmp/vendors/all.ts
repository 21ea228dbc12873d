import { apc } from './apc.ts'
import { foundry } from './foundry.ts'
import { isilon } from './isilon.ts'
import { netapp } from './netapp.ts'
import type { Vendor } from './vendor.ts'

/** Every vendor with objects of its own worth reading; a new one is a file here and a line below. */
export const vendors: readonly Vendor[] = [apc, foundry, isilon, netapp]
