import { appliances } from './appliances.ts'
import { cameras } from './cameras.ts'
import { campusNetworks } from './campus-networks.ts'
import { carrierNetworks } from './carrier-networks.ts'
import { cisco } from './cisco.ts'
import { dell } from './dell.ts'
import { describedProducts } from './described-products.ts'
import { firewalls } from './firewalls.ts'
import { h3c } from './h3c.ts'
import { hp } from './hp.ts'
import { huawei } from './huawei.ts'
import { ibm } from './ibm.ts'
import { industrialNetworks } from './industrial-networks.ts'
import { paloAlto } from './palo-alto.ts'
import { powerAndRacks } from './power-and-racks.ts'
import { printers } from './printers.ts'
import { routers } from './routers.ts'
import { servers } from './servers.ts'
import { storageAndClients } from './storage-and-clients.ts'
import type { Vendor } from './vendor.ts'

/** All vendors with private objects worth reading. A new vendor is an entry in one of the lists, or a file here. */
export const vendors: readonly Vendor[] = [
  cisco,
  dell,
  h3c,
  hp,
  huawei,
  ibm,
  paloAlto,
  ...printers,
  ...cameras,
  ...firewalls,
  ...routers,
  ...industrialNetworks,
  ...appliances,
  ...campusNetworks,
  ...carrierNetworks,
  ...describedProducts,
  ...servers,
  ...powerAndRacks,
  ...storageAndClients,
]
