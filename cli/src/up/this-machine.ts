import { deviceSchema } from '@rollcall/shared/api/device.ts'
import { counted } from '@rollcall/shared/counted.ts'
import { localApi } from '../local-api.ts'

/** Returns the inventory's summary of this machine after the agent's first run. */
export async function thisMachine(dataDir: string, deviceId: string): Promise<string> {
  const device = await localApi(dataDir)({ method: 'GET', path: `/api/v1/devices/${deviceId}` }, deviceSchema)
  const { hardware, software = [] } = device.data ?? {}
  const system = [hardware?.os?.name, hardware?.os?.version].filter(Boolean).join(' ')
  return [device.name, system, counted(software.length, 'package'), device.ipAddress].filter(Boolean).join(', ')
}
