import { maintenanceSchema } from '@rollcall/shared/api/maintenance.ts'
import { localApi } from '../local-api.ts'
import { print } from '../output.ts'

export async function setMaintenance({ on, dataDir, json }: { on: boolean; dataDir: string; json?: boolean }) {
  const state = await localApi(dataDir)({ method: 'POST', path: '/local/maintenance', body: { on } }, maintenanceSchema)
  print(json, state, () =>
    state.on
      ? 'Maintenance is on: every API call is answered 503 until "rollcall maintenance off". Commands on this machine still work, results of Audit Services are still stored, and agents store their snapshots locally.'
      : 'Maintenance is off: the API is open.',
  )
}
