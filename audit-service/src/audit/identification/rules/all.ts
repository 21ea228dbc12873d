import type { Rule } from '../claim.ts'
import { smallDeviceRules } from './cameras-and-phones.ts'
import { networkRules } from './network-devices.ts'
import { operatingSystemRules } from './operating-systems.ts'
import { printerRules } from './printers.ts'
import { serverRules } from './servers.ts'
import { sipRules } from './sip.ts'

/** All rules. General-purpose systems come last, because appliances are built on them. */
export const rules: readonly Rule[] = [
  ...printerRules,
  ...smallDeviceRules,
  ...sipRules,
  ...networkRules,
  ...serverRules,
  ...operatingSystemRules,
]
