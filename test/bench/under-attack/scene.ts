import { connect } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { joinAuditService } from '@rollcall/audit-service/messaging/join.ts'
import { createdAppRegistrationSchema } from '@rollcall/shared/api/app-registration.ts'
import { segmentSchema } from '@rollcall/shared/api/segment.ts'
import { siteSchema } from '@rollcall/shared/api/site.ts'
import { agentJoinedSchema } from '@rollcall/shared/messages/enrollment.ts'
import { parseJoinToken } from '@rollcall/shared/messages/join-token.ts'
import { z } from 'zod'
import { fetchToken } from '../../harness/api-client.ts'
import { startUp, type Up } from '../../harness/rollcall.ts'
import { tmpFolder } from '../../harness/tmp.ts'
import { startWorker } from '../ingest/ipc.ts'
import { megabytesOf } from '../process-memory.ts'
import type { AttackerVerbs } from './attacker.ts'
import type { HonestVerbs, Times } from './honest.ts'
import { probeVariable, type Usage } from './probe.ts'
import type { Target } from './target.ts'

export type Round = { times: Times; usage: Usage; residentMiB: number; answers: Map<string, number> }

const sampleMs = 50
const scriptOf = (name: string) => join(import.meta.dirname, `${name}.ts`)

export type Scene = Awaited<ReturnType<typeof startScene>>

/** The whole product with two sites, and a process each for those who work and for those who attack. */
export async function startScene() {
  const folder = await tmpFolder('rollcall-bench-')
  const socketPath = join(folder.path, 'probe')
  const env = { NODE_OPTIONS: `--import=${scriptOf('probe')}`, [probeVariable]: socketPath }
  const up = await startUp({ dataDir: join(folder.path, 'data'), args: ['--no-agent'], env })
  const honest = startWorker<HonestVerbs>(scriptOf('honest'))
  const attacker = startWorker<AttackerVerbs>(scriptOf('attacker'))
  const target = await prepareTarget(up, folder.path)
  const pid = up.pidOf('collector')
  const usage = async () => JSON.parse(await text(connect(socketPath))) as Usage
  const residentMiB = () => megabytesOf(pid, 'VmRSS')

  return {
    residentMiB,
    prepare: (name: string) => attacker.ask('prepare', { ...target, name }),

    async measure(forMs: number, isAttacked: boolean): Promise<Round> {
      await usage()
      let highestMiB = residentMiB()
      const sampling = setInterval(() => {
        highestMiB = Math.max(highestMiB, residentMiB())
      }, sampleMs)
      const [times, answers] = await Promise.all([
        honest.ask('work', { ...target, forMs }),
        isAttacked ? attacker.ask('attack', { forMs }) : new Map<string, number>(),
      ])
      clearInterval(sampling)
      return { times, answers, usage: await usage(), residentMiB: highestMiB }
    },

    async [Symbol.asyncDispose]() {
      await honest[Symbol.asyncDispose]()
      await attacker[Symbol.asyncDispose]()
      await up.stop()
      await folder.remove()
    },
  }
}

const tokenSchema = z.object({ token: z.string() })

async function prepareTarget(up: Up, folder: string): Promise<Target> {
  const { url, caFile, natsUrl, siteId } = up.facts
  const site = await up.api.create('/api/v1/sites', { name: 'Hostile' }, siteSchema)
  for (const each of [siteId, site.id]) await cli(up, 'quota', '0', '--site', each)
  const { service } = await joinAuditService({
    url,
    token: await joinToken(up, 'audit-service', site.id),
    stateDir: join(folder, 'hostile'),
    name: 'hostile',
    version: '1.0.0',
  })
  const addresses = ['127.0.0.1']
  const segment = await up.api.create(
    '/api/v1/segments',
    { name: 'own', type: 'address-list', auditServiceId: up.facts.auditServiceId, addresses },
    segmentSchema,
  )
  const honest = await registration(up, siteId)
  const hostile = await registration(up, site.id)
  return {
    url,
    caFile,
    natsUrl,
    honest: { agent: await joinAgent(up, siteId), callerToken: honest.token, segmentId: segment.id },
    hostile: {
      agent: await joinAgent(up, site.id),
      callerToken: hostile.token,
      clientId: hostile.clientId,
      clientSecret: hostile.clientSecret,
      service,
    },
  }
}

async function cli(up: Up, ...args: string[]) {
  const done = await up.cli(...args)
  if (done.code !== 0) throw new Error(`rollcall ${args.join(' ')}: ${done.stderr}`)
  return done
}

async function joinToken(up: Up, part: 'agent' | 'audit-service', siteId: string): Promise<string> {
  const made = await cli(up, 'join-token', 'create', '--for', part, '--site', siteId, '--json')
  return tokenSchema.parse(made.json()).token
}

async function joinAgent(up: Up, siteId: string) {
  const { secret } = parseJoinToken(await joinToken(up, 'agent', siteId)) ?? {}
  const hostname = `pc-${siteId}`
  return up.api.create('/api/agent/join', { secret, hostname, version: '0.1.0' }, agentJoinedSchema)
}

async function registration(up: Up, siteId: string) {
  const args = ['--name', 'bench', '--capability', 'Administrator', '--site', siteId, '--json']
  const made = (await cli(up, 'app-registration', 'create', ...args)).json()
  const { clientId, clientSecret } = createdAppRegistrationSchema
    .pick({ clientId: true, clientSecret: true })
    .parse(made)
  return { clientId, clientSecret, token: await fetchToken(up.api.call, { clientId, clientSecret }) }
}
