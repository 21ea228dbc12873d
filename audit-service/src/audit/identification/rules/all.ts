import type { Rule } from '../claim.ts'
import { smallDeviceRules } from './cameras-and-phones.ts'
import { networkRules } from './network-devices.ts'
import { operatingSystemRules } from './operating-systems.ts'
import { printerRules } from './printers.ts'
import { serverRules } from './servers.ts'

/** What general-purpose systems say comes last: appliances are made of them. */
export const rules: readonly Rule[] = [
  ...printerRules,
  ...smallDeviceRules,
  ...networkRules,
  ...serverRules,
  ...operatingSystemRules,
]
