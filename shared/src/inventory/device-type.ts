import { z } from 'zod'
import { deviceTypes, snapshotSources } from './choices.ts'

export const deviceTypeSchema = z.enum(deviceTypes)
export type DeviceType = z.infer<typeof deviceTypeSchema>

export const snapshotSourceSchema = z.enum(snapshotSources)
export type SnapshotSource = z.infer<typeof snapshotSourceSchema>
