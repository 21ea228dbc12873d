import { join } from 'node:path'
import { credentialRecordSchema } from '@rollcall/shared/api/credential.ts'
import { scanOptionsSchema } from '@rollcall/shared/api/scan-options.ts'
import { createSegment } from '../../flows/support/audit-site.ts'
import type { ApiClient } from '../../harness/api-client.ts'
import { freePort } from '../../harness/ports.ts'
import { startProcess } from '../../harness/processes.ts'

/** Slow enough for a fault to come in the middle of a scan. */
const maxPacketsPerSecond = 20

export type SimulatedNetwork = AsyncDisposable & {
  /** Makes a segment of the devices for an Audit Service; gives its id. */
  createSegment: (site: { api: ApiClient; facts: { auditServiceId: string } }) => Promise<string>
}

/** So many SNMP devices on loopback addresses, which the Audit Service of `rollcall up` can scan. */
export async function startSimulatedNetwork(deviceCount: number): Promise<SimulatedNetwork> {
  const port = await freePort()
  const script = join(import.meta.dirname, '..', '..', 'bench', 'snmp', 'simulator.ts')
  const spec = { program: process.execPath, args: [script, `${port}`, 'switches'] }
  const running = await startProcess({ ...spec, ready: /ready/, readyTimeoutMs: 60_000 })
  let segments = 0
  return {
    createSegment: async ({ api, facts }) => {
      segments += 1
      const name = `simulated ${segments}`
      const credential = { name, kind: 'snmp-community', version: 'v2c', community: 'public' }
      const { id } = await api.create('/api/v1/credentials', credential, credentialRecordSchema)
      const segment = await createSegment(api, {
        name,
        type: 'ip-range',
        auditServiceId: facts.auditServiceId,
        addresses: [`127.2.0.1-127.2.0.${deviceCount}`],
        credentialIds: [id],
        scanOptions: scanOptionsSchema.parse({ tcpPorts: [1], snmpPorts: [port], maxPacketsPerSecond }),
      })
      return segment.id
    },
    // It waits in a system call, where no other signal reaches it.
    [Symbol.asyncDispose]: async () => void (await running.stop('SIGKILL')),
  }
}
