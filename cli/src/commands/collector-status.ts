import { readLocalAccess } from '@rollcall/collector/operations/local-access.ts'
import { auditServiceListSchema } from '@rollcall/shared/api/audit-service.ts'
import { maintenanceSchema } from '@rollcall/shared/api/maintenance.ts'
import { localApi } from '../local-api.ts'
import { print } from '../output.ts'

export async function collectorStatus({ dataDir, json }: { dataDir: string; json?: boolean }): Promise<void> {
  const api = localApi(dataDir)
  const services = await api({ method: 'GET', path: '/api/v1/audit-services?limit=1000' }, auditServiceListSchema)
  const { on } = await api({ method: 'GET', path: '/local/maintenance' }, maintenanceSchema)
  const { url, pid } = readLocalAccess(dataDir) ?? {}
  const auditServices = services.items.map(({ id, name, status, version }) => ({ id, name, status, version }))
  print(json, { status: on ? 'maintenance' : 'ready', url, pid, auditServices }, () =>
    [
      `collector ${on ? 'in maintenance' : 'ready'} at ${url} (process ${pid})`,
      ...auditServices.map((each) => `Audit Service ${each.name}: ${each.status}`),
    ].join('\n'),
  )
}
