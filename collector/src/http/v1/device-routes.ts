import type { App } from '../environment.ts'
import { deviceHistoryRoutes } from './device-history.ts'
import { deviceListRoutes } from './device-list.ts'
import { deviceMergeRoutes } from './device-merge.ts'
import { deviceSplitRoutes } from './device-split.ts'
import { deviceRoutes } from './devices.ts'

/** Adds the routes of the list of devices and of each device: its record, tags and history, merge and split. */
export function allDeviceRoutes(app: App): void {
  deviceListRoutes(app)
  // Before /devices/{id}, which would match its path as well.
  deviceMergeRoutes(app)
  deviceSplitRoutes(app)
  deviceRoutes(app)
  deviceHistoryRoutes(app)
}
