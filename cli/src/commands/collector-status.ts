import { readLocalAccess } from '@rollcall/collector/operations/local-access.ts'
import { auditServiceListSchema } from '@rollcall/shared/api/audit-service.ts'
import { OperatorError } from '@rollcall/shared/errors.ts'
import { productVersion } from '@rollcall/shared/version.ts'
import { z } from 'zod'
import { CommandFailed } from '../failed.ts'
import { localApi } from '../local-api.ts'
import { print } from '../output.ts'
import { journalTail, type UnitState, unitState } from '../systemd-units.ts'

const readinessSchema = z.object({
  status: z.string(),
  store: z.string().optional(),
  disk: z.string().optional(),
  nats: z.string().optional(),
})

/**
 * Prints the state of the collector, of its systemd unit and of its Audit Services. Fails with the end of the journal if
 * no collector runs, and after printing if it is not ready.
 */
export async function collectorStatus({ dataDir, json }: { dataDir: string; json?: boolean }): Promise<void> {
  const unit = await unitState('collector')
  const access = readLocalAccess(dataDir)
  if (!access && unit) {
    throw new OperatorError(
      `no collector runs on ${dataDir}\n${describeUnit(unit)}. The end of its journal:\n${await journalTail('collector')}`,
    )
  }
  const api = localApi(dataDir)
  const { status, ...parts } = await api({ method: 'GET', path: '/readyz', alsoAccept: 503 }, readinessSchema)
  const services =
    status === 'updating'
      ? []
      : (await api({ method: 'GET', path: '/api/v1/audit-services?limit=1000' }, auditServiceListSchema)).items
  const { url, pid, version } = access ?? {}
  const auditServices = services.map((each) => ({
    id: each.id,
    name: each.name,
    status: each.status,
    version: each.version,
  }))
  print(json, { status, ...parts, url, pid, version, unit, auditServices }, () =>
    [
      `collector ${version} ${inWords[status] ?? status} at ${url} (process ${pid})`,
      ...Object.entries(parts).flatMap(([part, state]) => (state === 'ok' ? [] : [`${part}: ${state}`])),
      ...(version === productVersion ? [] : [`this command line is version ${productVersion}: restart the collector`]),
      ...(unit ? [describeUnit(unit)] : []),
      ...auditServices.map((each) => `Audit Service ${each.name} ${each.version}: ${each.status}`),
    ].join('\n'),
  )
  if (status === 'not_ready' || status === 'updating') throw new CommandFailed()
}

const inWords: Readonly<Record<string, string>> = {
  ready: 'ready',
  not_ready: 'not ready',
  maintenance: 'in maintenance',
  updating: 'updating its database',
}

const describeUnit = ({ unit, state, since, startsAtBoot }: UnitState): string =>
  `${unit}: ${state} since ${since}, ${startsAtBoot ? 'starts at boot' : 'does not start at boot'}`
