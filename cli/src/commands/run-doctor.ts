import { X509Certificate } from 'node:crypto'
import { accessSync, constants, existsSync, readFileSync, statSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { capabilities } from '@rollcall/audit-service/capabilities.ts'
import { buildDir } from '@rollcall/collector/http/web/read-build.ts'
import { checkPostgres } from '@rollcall/collector/operations/check-postgres.ts'
import type { CollectorOptions } from '@rollcall/collector/operations/config.ts'
import { readLocalAccess } from '@rollcall/collector/operations/local-access.ts'
import { maintenanceSchema } from '@rollcall/shared/api/maintenance.ts'
import { messageOf, OperatorError } from '@rollcall/shared/errors.ts'
import { tools } from '@rollcall/shared/node/tool-list.ts'
import { z } from 'zod'
import {
  type Check,
  clockCheck,
  freeSpaceCheck,
  nearestFolder,
  nodeCheck,
  printChecks,
  toolCheck,
} from '../doctor-checks.ts'
import { localApi } from '../local-api.ts'
import { freePortChecks, portChecks } from '../port-checks.ts'
import { isPackaged } from '../project.ts'
import { packagedStateDir, unitState } from '../systemd-units.ts'

/** False for a packaged collector, which scans nothing itself: its Audit Services report what they miss. */
const scansHere = !isPackaged
const toolsHere = tools.filter(({ name, neededBy }) => neededBy === 'run' && (scansHere || name === 'nats-server'))

export async function doctor({ dataDir, json }: { dataDir: string; json?: boolean }): Promise<void> {
  const findings = [
    nodeCheck(),
    ...(await Promise.all(toolsHere.map(toolCheck))),
    webCheck(),
    clockCheck(),
    dataDirCheck(dataDir),
    ...(await diskChecks(dataDir)),
    ...(await databaseCheck()),
    ...certificateCheck(dataDir),
    ...(await portChecks({ dataDir })),
    await collectorCheck(dataDir),
    ...(scansHere ? await capabilities() : []).map(
      (each): Check => ({
        name: `probe ${each.name}`,
        state: each.available ? 'ok' : 'missing',
        detail: each.detail ?? '',
      }),
    ),
  ]
  printChecks(json, findings)
}

/**
 * Checks what an installed collector needs. Throws an OperatorError with everything that is missing, so that nothing is
 * installed that does not start or shows no page.
 */
export async function requirePrerequisites(options: CollectorOptions & { dataDir: string }): Promise<void> {
  const { dataDir } = options
  const natsServer = tools.filter(({ name }) => name === 'nats-server' && !process.env['ROLLCALL_NATS_URL'])
  const findings = [
    ...(await Promise.all(natsServer.map(toolCheck))),
    webCheck(),
    clockCheck(),
    ...(await diskChecks(dataDir)),
    ...(await databaseCheck()),
    // A collector that runs has them.
    ...(readLocalAccess(dataDir) ? [] : await freePortChecks(options)),
  ]
  const missing = findings.filter(({ name, state }) => state === 'broken' || (name === webName && state !== 'ok'))
  if (missing.length === 0) return
  const lines = missing.map(({ name, detail }) => `  ${name}: ${detail}`)
  throw new OperatorError(`nothing was installed, because the collector would not work:\n${lines.join('\n')}`)
}

const webName = 'web interface'

function webCheck(): Check {
  const name = webName
  if (existsSync(join(buildDir, 'index.html'))) return { name, state: 'ok', detail: 'built' }
  const remedy = isPackaged ? 'install the package rollcall-collector again' : 'run "npm run build"'
  return { name, state: 'missing', detail: `not built; ${remedy}` }
}

/** Types of file systems over a network (magic.h), on which SQLite and NATS can lose data. */
const networkFileSystems = new Map([
  [0x6969, 'NFS'],
  [0xff534d42, 'CIFS'],
  [0xfe534d42, 'SMB2'],
  [0x517b, 'SMB'],
])

async function diskChecks(dataDir: string): Promise<Check[]> {
  const network = networkFileSystems.get((await statfs(nearestFolder(dataDir))).type)
  return [
    await freeSpaceCheck(dataDir, 'free some, or move the data directory'),
    network === undefined
      ? { name: 'file system', state: 'ok', detail: 'of this machine' }
      : {
          name: 'file system',
          state: 'broken',
          detail: `${network}; put the data directory on a disk of this machine`,
        },
  ]
}

/**
 * Checks that PostgreSQL answers, its encoding and clock, and whether it can lose commits. SQLite is in the data
 * directory, which has its own row.
 */
export async function databaseCheck(url = process.env['ROLLCALL_DATABASE_URL']): Promise<Check[]> {
  if (!url) return []
  const name = 'database'
  try {
    const lossRisk = await checkPostgres(url)
    return [
      lossRisk === undefined
        ? { name, state: 'ok', detail: 'PostgreSQL answers' }
        : { name, state: 'missing', detail: lossRisk },
    ]
  } catch (error) {
    return [{ name, state: 'broken', detail: messageOf(error) }]
  }
}

/** Checks how long the certificate is valid. That of a local CA is not there before the first start. */
export function certificateCheck(dataDir: string, own = process.env['ROLLCALL_TLS_CERT_FILE']): Check[] {
  const file = own || join(dataDir, 'tls', 'server.pem')
  if (!own && statSync(file, { throwIfNoEntry: false }) === undefined) return []
  const name = 'certificate'
  try {
    const end = new Date(new X509Certificate(readFileSync(file)).validTo)
    const days = Math.floor((end.getTime() - Date.now()) / 86_400_000)
    const state = days < 0 ? 'broken' : days < 14 ? 'missing' : 'ok'
    const remedy = state === 'ok' ? '' : '; the collector renews its own, replace yours'
    return [{ name, state, detail: `${file} ends ${end.toISOString().slice(0, 10)}${remedy}` }]
  } catch (error) {
    return [{ name, state: 'broken', detail: `${file} cannot be read: ${messageOf(error)}` }]
  }
}

function dataDirCheck(dataDir: string): Check {
  const name = 'data directory'
  try {
    accessSync(nearestFolder(dataDir), constants.W_OK)
    return { name, state: 'ok', detail: existsSync(dataDir) ? dataDir : `${dataDir}, created at the first start` }
  } catch (error) {
    return { name, state: 'broken', detail: `${messageOf(error)}; change its owner or choose another with --data-dir` }
  }
}

async function collectorCheck(dataDir: string): Promise<Check> {
  const name = 'collector'
  const access = readLocalAccess(dataDir)
  if (!access) {
    const unit = dataDir === packagedStateDir.collector ? await unitState('collector') : undefined
    if (!unit?.startsAtBoot) return { name, state: 'ok', detail: 'not running on this data directory' }
    return { name, state: 'broken', detail: `${unit.unit} is ${unit.state}; "rollcall collector status" says why` }
  }
  try {
    const { on } = await localApi(dataDir)({ method: 'GET', path: '/local/maintenance' }, maintenanceSchema)
    if (on) return { name, state: 'missing', detail: 'in maintenance; "rollcall maintenance off" opens its API' }
    await localApi(dataDir)({ method: 'GET', path: '/readyz' }, z.object({ status: z.string() }))
    return { name, state: 'ok', detail: `ready at ${access.url}` }
  } catch (error) {
    return { name, state: 'broken', detail: messageOf(error) }
  }
}
