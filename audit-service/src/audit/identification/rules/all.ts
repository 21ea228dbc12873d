import type { Rule } from '../claim.ts'
import { cameraRules } from './cameras.ts'
import { hypervisorRules } from './hypervisors.ts'
import { networkRules } from './network-devices.ts'
import { operatingSystemRules } from './operating-systems.ts'
import { phoneRules } from './phones.ts'
import { powerSupplyRules } from './power-supplies.ts'
import { printerRules } from './printers.ts'
import { serviceProcessorRules } from './service-processors.ts'
import { sipRules } from './sip.ts'
import { storageRules } from './storage.ts'

/** All rules. General-purpose systems come last, because appliances are built on them. */
export const rules: readonly Rule[] = [
  ...printerRules,
  ...cameraRules,
  ...phoneRules,
  ...powerSupplyRules,
  ...sipRules,
  ...networkRules,
  ...storageRules,
  ...hypervisorRules,
  ...serviceProcessorRules,
  ...operatingSystemRules,
]
