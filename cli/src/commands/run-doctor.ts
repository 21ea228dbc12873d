import { accessSync, constants, existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { capabilities } from '@rollcall/audit-service/capabilities.ts'
import { readLocalAccess } from '@rollcall/collector/operations/local-access.ts'
import { maintenanceSchema } from '@rollcall/shared/api/maintenance.ts'
import { messageOf } from '@rollcall/shared/errors.ts'
import { tools } from '@rollcall/shared/node/tool-list.ts'
import { toolStatus } from '@rollcall/shared/node/tools.ts'
import { z } from 'zod'
import { CommandFailed } from '../failed.ts'
import { localApi } from '../local-api.ts'
import { print, table } from '../output.ts'
import { toolsDir } from '../project.ts'

/** `missing` limits a function of Rollcall; `broken` prevents it from running. */
type Check = { name: string; state: 'ok' | 'missing' | 'broken'; detail: string }

export async function doctor({ dataDir, json }: { dataDir: string; json?: boolean }): Promise<void> {
  const findings = [
    nodeCheck(),
    ...(await Promise.all(tools.filter((tool) => tool.neededBy === 'run').map(toolCheck))),
    dataDirCheck(dataDir),
    await collectorCheck(dataDir),
    ...(await capabilities()).map(
      (each): Check => ({
        name: `probe ${each.name}`,
        state: each.available ? 'ok' : 'missing',
        detail: each.detail ?? '',
      }),
    ),
  ]
  print(json, { ok: findings.every((each) => each.state !== 'broken'), findings }, () =>
    table(
      ['', 'State', ''],
      findings.map((each) => [each.name, each.state, each.detail]),
    ),
  )
  if (findings.some((each) => each.state === 'broken')) throw new CommandFailed()
}

function nodeCheck(): Check {
  return { name: 'Node.js', state: 'ok', detail: process.version }
}

async function toolCheck(tool: (typeof tools)[number]): Promise<Check> {
  const { path, version, problem } = await toolStatus(tool, toolsDir)
  if (!problem) return { name: tool.name, state: 'ok', detail: [version, path].filter(Boolean).join(' at ') }
  // Without NATS nothing runs; without a probe's tool the other probes do.
  const state = tool.name === 'nats-server' ? 'broken' : 'missing'
  return { name: tool.name, state, detail: `${problem}; it ${tool.purpose}; "npm start" installs it` }
}

function dataDirCheck(dataDir: string): Check {
  const name = 'data directory'
  // A missing folder is created with its parents.
  let nearest = dataDir
  while (!existsSync(nearest)) nearest = dirname(nearest)
  try {
    accessSync(nearest, constants.W_OK)
    return { name, state: 'ok', detail: existsSync(dataDir) ? dataDir : `${dataDir}, created at the first start` }
  } catch (error) {
    return { name, state: 'broken', detail: `${messageOf(error)}; change its owner or choose another with --data-dir` }
  }
}

async function collectorCheck(dataDir: string): Promise<Check> {
  const name = 'collector'
  const access = readLocalAccess(dataDir)
  if (!access) return { name, state: 'ok', detail: 'not running on this data directory' }
  try {
    const { on } = await localApi(dataDir)({ method: 'GET', path: '/local/maintenance' }, maintenanceSchema)
    if (on) return { name, state: 'missing', detail: 'in maintenance; "rollcall maintenance off" opens its API' }
    await localApi(dataDir)({ method: 'GET', path: '/readyz' }, z.object({ status: z.string() }))
    return { name, state: 'ok', detail: `ready at ${access.url}` }
  } catch (error) {
    return { name, state: 'broken', detail: messageOf(error) }
  }
}
