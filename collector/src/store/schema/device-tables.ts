import type { TableFactory } from '../kit.ts'
import { deviceFactTables } from './device-facts.ts'
import { deviceHistoryTables } from './device-history.ts'
import { deviceTables } from './devices.ts'
import { identityTables } from './identity.ts'
import { mergeTables } from './merges.ts'
import { sightingTables } from './sightings.ts'

/** Tables of devices and of their identity. */
export const allDeviceTables: readonly TableFactory<Record<string, unknown>>[] = [
  deviceTables,
  deviceFactTables,
  deviceHistoryTables,
  mergeTables,
  sightingTables,
  identityTables,
]
