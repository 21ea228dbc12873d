import { existsSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { readServiceFile } from '@rollcall/audit-service/messaging/service-file.ts'
import { prepareDataDir } from '@rollcall/collector/data-dir.ts'
import { auditServiceListSchema, joinTokenSchema } from '@rollcall/shared/api/audit-service.ts'
import { messageOf, OperatorError } from '@rollcall/shared/errors.ts'
import { type JoinKind, joinKinds } from '@rollcall/shared/messages/join-token.ts'
import { z } from 'zod'
import { localApi } from '../local-api.ts'
import { aborted, stopSignal } from '../stop-signal.ts'
import { startPart } from './part.ts'
import { type Supervised, supervise } from './supervise.ts'
import { thisMachine } from './this-machine.ts'

export type UpOptions = {
  dataDir: string
  host?: string
  port?: string
  natsPort?: string
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
const serviceReadySchema = z.object({ auditServiceId: z.string() })
const agentResultSchema = z.object({ deviceId: z.string().optional(), problem: z.string().optional() })

const agentIntervalMs = 60 * 60 * 1000
const serviceActiveWithinMs = 60_000

/** Runs all parts on this machine until it is told to stop; then ends them in turn, so that nothing is lost. */
export async function up(options: UpOptions): Promise<void> {
  const signal = stopSignal()
  const say = (line: string) => (options.json ? console.error(line) : console.log(line))
  const log = (part: string) => join(options.dataDir, 'logs', `${part}.log`)
  const started: Supervised[] = []
  try {
    prepareDataDir(options.dataDir)
    if (options.readyFile) removeReadyFile(options.readyFile)
    say(`Starting Rollcall on ${options.dataDir}`)
    const collector = await supervise('collector', { args: collectorArgs(options), logFile: log('collector') }, say)
    started.push(collector)
    const ready = collectorReadySchema.parse(collector.ready)

    const serviceDir = partDir(options.dataDir, 'audit-service')
    await forgetStrangers(options.dataDir, say)
    await joinOnce('audit-service', serviceDir, 'service.json', ready.url, options.dataDir, log('audit-service'))
    const service = await supervise(
      'Audit Service',
      {
        args: [
          ...['audit-service', 'run', '--state-dir', serviceDir, '--nats-url', ready.natsUrl],
          ...['--json', '--stop-on-stdin-end'],
        ],
        logFile: log('audit-service'),
      },
      say,
    )
    started.push(service)
    const { auditServiceId } = serviceReadySchema.parse(service.ready)
    await untilActive(options.dataDir, auditServiceId, signal)

    const deviceId = options.agent ? await startAgent(options, ready.url, log('agent'), signal, say) : undefined
    if (signal.aborted) return
    const { password, ...lasting } = ready
    const facts = { ...lasting, auditServiceId, ...(password === undefined ? {} : { password }) }
    if (options.readyFile) writeReadyFile(options.readyFile, facts)
    if (options.json) console.log(JSON.stringify(facts))
    else console.log(welcome(facts, deviceId && (await thisMachine(options.dataDir, deviceId))))
    await aborted(signal)
    say('Stopping')
  } finally {
    // The Audit Service first: what it has in hand still reaches the collector.
    for (const part of started.reverse()) await part.stop()
  }
}

const partDir = (dataDir: string, kind: JoinKind) => join(dataDir, kind)

function collectorArgs({ dataDir, host, port, natsPort }: UpOptions): string[] {
  const optional = Object.entries({ '--host': host, '--port': port, '--nats-port': natsPort })
  const given = optional.flatMap(([flag, value]) => (value === undefined ? [] : [flag, value]))
  return ['collector', 'run', '--data-dir', dataDir, ...given, '--json', '--stop-on-stdin-end']
}

/**
 * Puts the state of this machine's Audit Service and agent aside when the collector does not know them, as after its
 * database was removed or replaced: their keys let them in nowhere. What waits in their spools stays with them.
 */
async function forgetStrangers(dataDir: string, say: (line: string) => void): Promise<void> {
  const service = await readServiceFile(partDir(dataDir, 'audit-service'))
  if (!service) return
  const api = localApi(dataDir)
  const known = await api({ method: 'GET', path: '/api/v1/audit-services?limit=1000' }, auditServiceListSchema)
  if (known.items.some((each) => each.id === service.auditServiceId)) return
  for (const kind of joinKinds) {
    const folder = partDir(dataDir, kind)
    if (existsSync(folder)) renameSync(folder, `${folder}.of-${service.auditServiceId}`)
  }
  say(
    `The collector does not know this machine: it joins anew; its old state is in ${dataDir}/*.of-${service.auditServiceId}`,
  )
}

/** Joins a part of this machine the way a remote one joins, unless it has joined before. */
async function joinOnce(kind: JoinKind, stateDir: string, file: string, url: string, dataDir: string, logFile: string) {
  if (existsSync(join(stateDir, file))) return
  const { token } = await localApi(dataDir)(
    { method: 'POST', path: '/api/v1/join-tokens', body: { for: kind, uses: 1, ttlSeconds: 600 } },
    joinTokenSchema,
  )
  const joining = startPart({
    args: [kind, 'join', '--url', url, '--token', token, '--state-dir', stateDir, '--json'],
    logFile,
  })
  await joining.ready
  await joining.exited
}

async function untilActive(dataDir: string, auditServiceId: string, signal: AbortSignal): Promise<void> {
  const api = localApi(dataDir)
  const deadline = Date.now() + serviceActiveWithinMs
  while (!signal.aborted && Date.now() < deadline) {
    const services = await api({ method: 'GET', path: '/api/v1/audit-services?limit=1000' }, auditServiceListSchema)
    if (services.items.some((each) => each.id === auditServiceId && each.status === 'Active')) return
    await delay(50)
  }
  if (!signal.aborted) throw new OperatorError('the Audit Service joined but was not heard within 60 s; see its log')
}

/** Runs the agent now and every hour; between runs it takes no memory. */
async function startAgent(
  options: UpOptions,
  url: string,
  logFile: string,
  signal: AbortSignal,
  say: (line: string) => void,
) {
  const stateDir = partDir(options.dataDir, 'agent')
  await joinOnce('agent', stateDir, 'agent.json', url, options.dataDir, logFile)
  const run = async () => {
    const agent = startPart({ args: ['agent', 'run', '--state-dir', stateDir, '--url', url, '--json'], logFile })
    const end = () => void agent.stop()
    signal.addEventListener('abort', end, { once: true })
    try {
      const { deviceId, problem } = agentResultSchema.parse(await agent.ready)
      if (problem) say(`the agent's snapshot waits on disk: ${problem}`)
      return deviceId
    } catch (error) {
      if (!signal.aborted) say(`the agent of this machine failed: ${messageOf(error)}; it runs again in an hour`)
      return undefined
    } finally {
      await agent.exited
      signal.removeEventListener('abort', end)
    }
  }
  const timer = setInterval(() => void run(), agentIntervalMs)
  signal.addEventListener('abort', () => clearInterval(timer), { once: true })
  return run()
}

/** One of an earlier start would say that this one is ready. */
function removeReadyFile(file: string): void {
  try {
    rmSync(file, { force: true })
  } catch (error) {
    throw new OperatorError(`cannot replace the ready file ${file}: ${messageOf(error)}`)
  }
}

/** Written whole or not at all: whoever waits for the file finds it complete. */
function writeReadyFile(file: string, facts: unknown): void {
  try {
    writeFileSync(`${file}.new`, `${JSON.stringify(facts)}\n`, { mode: 0o600 })
    renameSync(`${file}.new`, file)
  } catch (error) {
    throw new OperatorError(`cannot write the ready file ${file}: ${messageOf(error)}`)
  }
}

type Facts = z.infer<typeof collectorReadySchema> & { auditServiceId: string }

function welcome(facts: Facts, machine: string | undefined): string {
  return [
    '',
    'Rollcall is ready.',
    `  API            ${facts.url}/api/v1   (description: ${facts.url}/api/openapi.json)`,
    `  CA certificate ${facts.caFile}`,
    `  NATS           ${facts.natsUrl}`,
    `  This machine   ${machine || 'not audited'}`,
    ...(facts.password
      ? [
          `  Administrator  ${facts.username}, password ${facts.password} (shown this once; the web interface asks for it)`,
        ]
      : []),
    '',
    'Next: npx rollcall app-registration create --name my-script --capability Administrator',
    'Ctrl-C stops everything.',
  ].join('\n')
}
