import { networkInterfaces } from 'node:os'
import { join } from 'node:path'
import { takeDataDir } from '@rollcall/collector/operations/data-dir.ts'
import { parsePublicHost, publicUrl } from '@rollcall/collector/operations/public-hosts.ts'
import { deviceSchema } from '@rollcall/shared/api/device.ts'
import { counted } from '@rollcall/shared/counted.ts'
import { optional } from '@rollcall/shared/optional.ts'
import { z } from 'zod'
import { CommandFailed, cutOffExitCode } from '../failed.ts'
import { localApi } from '../local-api.ts'
import { defaultDataDir } from '../project.ts'
import { aborted, stopSignal } from '../stop-signal.ts'
import { startAgent } from './agent.ts'
import { forgetStrangers, joinOnce, lastHeartbeat, partDir, untilConnected } from './join.ts'
import { type ReadyFacts, removeReadyFile, writeReadyFile } from './ready-file.ts'
import { type Supervised, supervise } from './supervise.ts'

export type UpOptions = {
  dataDir: string
  host?: string
  port?: string
  natsPort?: string
  publicHost: string[]
  agent: boolean
  readyFile?: string
  json?: boolean
}

const collectorReadySchema = z.object({
  url: z.string(),
  caFile: z.string(),
  siteId: z.string(),
  natsUrl: z.string(),
  username: z.string(),
  password: z.string().optional(),
})
type CollectorReady = z.infer<typeof collectorReadySchema>
const serviceReadySchema = z.object({ auditServiceId: z.string() })

/** Longer than all parts take to stop, one after the other. */
const stopMsMax = 40_000

/** Runs all parts on this machine until stopped; then stops them in turn, so that nothing is lost. */
export async function up(options: UpOptions): Promise<void> {
  const printLine = (line: string) => (options.json ? console.error(line) : console.log(line))
  const signal = stopSignal({ endsWithinMs: stopMsMax })
  const lock = await takeDataDir(options.dataDir, 'up')
  const started: Supervised[] = []
  const cutOff: string[] = []
  try {
    await runParts(options, { started, signal, printLine })
  } catch (error) {
    // An interrupted start fails, and nobody waits for it any more.
    if (!signal.aborted) throw error
  } finally {
    lock.announceEnd()
    // The Audit Service first: its finished results still reach the collector.
    for (const part of started.reverse()) if (!(await part.stop())) cutOff.push(part.name)
    lock.release()
  }
  if (cutOff.length === 0) return
  printLine(`Work in progress was interrupted: ${cutOff.join(', ')}. It was rolled back, or restarts at the next start`)
  throw new CommandFailed(cutOffExitCode)
}

type Run = { started: Supervised[]; signal: AbortSignal; printLine: (line: string) => void }

/** Returns when `signal` aborts; `started` then contains the running parts. */
async function runParts(options: UpOptions, { started, signal, printLine }: Run): Promise<void> {
  const { dataDir } = options
  const log = (part: string) => join(dataDir, 'logs', `${part}.log`)
  if (options.readyFile) await removeReadyFile(options.readyFile)
  printLine(`Starting Rollcall on ${dataDir}`)
  const collector = supervise('collector', collectorPart(options, log('collector')), printLine)
  started.push(collector)
  const collectorReady = await Promise.race([collector.ready, aborted(signal)])
  if (signal.aborted) return
  const { password, ...ready } = collectorReadySchema.parse(collectorReady)

  await forgetStrangers(dataDir, printLine)
  await joinOnce('audit-service', { dataDir, url: ready.url, logFile: log('audit-service'), signal })
  const before = await lastHeartbeat(dataDir)
  const serviceArgs = [
    '--state-dir',
    partDir(dataDir, 'audit-service'),
    '--url',
    ready.url,
    '--nats-url',
    ready.natsUrl,
  ]
  const args = ['audit-service', 'run', ...serviceArgs, '--json', '--stop-on-stdin-end']
  const service = supervise('Audit Service', { first: { args, logFile: log('audit-service') } }, printLine)
  started.push(service)
  const serviceReady = await Promise.race([service.ready, aborted(signal)])
  if (signal.aborted) return
  const { auditServiceId } = serviceReadySchema.parse(serviceReady)
  await untilConnected({ dataDir, auditServiceId, before }, signal)
  if (signal.aborted) return

  const agent = { dataDir, url: ready.url, logFile: log('agent'), signal, printLine }
  const deviceId = options.agent ? await startAgent(agent) : undefined
  if (signal.aborted) return
  const facts = { ...ready, auditServiceId, ...optional({ password }) }
  if (options.readyFile) await writeReadyFile(options.readyFile, facts)
  if (options.json) console.log(JSON.stringify(facts))
  else console.log(welcome(facts, deviceId && (await thisMachine(dataDir, deviceId)), options))
  if (password !== undefined) await localApi(dataDir)({ method: 'DELETE', path: '/local/first-password' }, z.null())
  await aborted(signal)
  printLine('Stopping')
}

/**
 * Returns the collector as a part. A restart uses the ports of the first start, which the others have learned: with
 * `--port 0` the system chose them.
 */
function collectorPart(options: UpOptions, logFile: string) {
  const partOn = (ports: { port?: string | undefined; natsPort?: string | undefined }) => ({
    args: ['collector', 'run', ...collectorFlags({ ...options, ...ports }), '--json', '--stop-on-stdin-end'],
    logFile,
  })
  const again = (ready: unknown) => {
    const { url, natsUrl }: CollectorReady = collectorReadySchema.parse(ready)
    return partOn({ port: new URL(url).port, natsPort: new URL(natsUrl).port })
  }
  return { first: partOn(options), again }
}

function collectorFlags({
  dataDir,
  host,
  port,
  natsPort,
  publicHost,
}: Omit<UpOptions, 'port' | 'natsPort'> & { port?: string | undefined; natsPort?: string | undefined }) {
  const optional = Object.entries({ '--host': host, '--port': port, '--nats-port': natsPort })
  const given = optional.flatMap(([flag, value]) => (value === undefined ? [] : [flag, value]))
  return ['--data-dir', dataDir, ...given, ...publicHost.flatMap((name) => ['--public-host', name])]
}

/** Returns the addresses at which other machines reach a collector that listens on all addresses. */
function reachableUrls(url: string, { host, publicHost }: UpOptions): string[] {
  if (host !== '0.0.0.0' && host !== '::') return []
  const outside = Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter((each) => !each.internal && each.family === 'IPv4')
    .map((each) => each.address)
  const port = Number(new URL(url).port)
  return [...publicHost, ...outside].flatMap((name) => parsePublicHost(name) ?? []).map((host) => publicUrl(host, port))
}

function welcome(facts: ReadyFacts, machine: string | undefined, options: UpOptions): string {
  const administrator = `  Administrator  ${facts.username}, password ${facts.password} (shown only once; you choose a new one at the first sign-in)`
  const dataDirFlag = options.dataDir === defaultDataDir ? '' : ` --data-dir ${options.dataDir}`
  return [
    '',
    'Rollcall is ready.',
    `  Web interface  ${facts.url}/`,
    `  API            ${facts.url}/api/v1   (description: ${facts.url}/api/openapi.json)`,
    ...reachableUrls(facts.url, options).map((url) => `  other machines ${url}`),
    `  CA certificate ${facts.caFile}`,
    `  NATS           ${facts.natsUrl}`,
    `  This machine   ${machine || 'not audited'}`,
    ...(facts.password ? [administrator] : []),
    '',
    `Next: ./rollcall app-registration create --name first-steps --capability Administrator${dataDirFlag}`,
    'and "Your first scan" in the README. Ctrl-C stops everything.',
  ].join('\n')
}

/** Returns the inventory's summary of this machine after the agent's first run. */
async function thisMachine(dataDir: string, deviceId: string): Promise<string> {
  const device = await localApi(dataDir)({ method: 'GET', path: `/api/v1/devices/${deviceId}` }, deviceSchema)
  const { hardware, software = [] } = device.data ?? {}
  const system = [hardware?.os?.name, hardware?.os?.version].filter(Boolean).join(' ')
  return [device.name, system, counted(software.length, 'package'), device.ipAddress].filter(Boolean).join(', ')
}
