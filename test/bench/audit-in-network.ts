import { randomUUID } from 'node:crypto'
import { segmentSchema } from '@rollcall/shared/api/segment.ts'
import type { Network } from '../harness/network.ts'
import { launcher, type Up } from '../harness/rollcall.ts'

/** An Audit Service that runs in the network's audit namespace. */
export async function startAuditService(network: Network, up: Up, stateDir: string) {
  const { stdout } = await up.cli('join-token', 'create', '--for', 'audit-service', '--json')
  const { token } = JSON.parse(stdout)
  const joined = await network.exec('audit', launcher.program, [
    launcher.script,
    ...['audit-service', 'join', '--url', up.facts.url, '--token', token, '--state-dir', stateDir, '--json'],
  ])
  const { auditServiceId } = JSON.parse(joined.stdout)
  const service = [launcher.script, 'audit-service', 'run', '--state-dir', stateDir, '--json']
  const process = await network.spawn('audit', launcher.program, service, { ready: /auditServiceId/ })
  const createSegment = async (addresses: string, scanOptions: object = {}): Promise<string> => {
    const input = {
      name: `bench ${randomUUID()}`,
      type: 'ip-range',
      auditServiceId,
      addresses: [addresses],
      scanOptions,
    }
    return (await up.api.create('/api/v1/segments', input, segmentSchema)).id
  }
  return { createSegment, [Symbol.asyncDispose]: () => process[Symbol.asyncDispose]() }
}
