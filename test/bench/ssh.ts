import { join } from 'node:path'
import { takeSnapshot } from '@rollcall/agent/snapshot.ts'
import { openHostMemory } from '@rollcall/audit-service/host-memory/host-memory.ts'
import { attemptsPerDay } from '@rollcall/audit-service/probes/ssh/attempts-per-day.ts'
import { openHostKeys } from '@rollcall/audit-service/probes/ssh/host-keys.ts'
import { probeSsh } from '@rollcall/audit-service/probes/ssh/probe.ts'
import { prepareLogins } from '@rollcall/audit-service/probes/ssh/try-credentials.ts'
import { type Sshd, startSshd } from '../harness/sshd.ts'
import { tmpFolder } from '../harness/tmp.ts'
import { type Report, show } from './report.ts'

const runs = 15

/** This machine by SSH, from the connection to the observation, and by its own agent, in turn. */
export async function benchSsh(): Promise<Report> {
  await using sshd = await startSshd()
  await using folder = await tmpFolder()
  const audit = auditor(sshd, folder.path)
  const agent = async () => (await takeSnapshot()).software?.length
  const [there, here] = [await audit(), await agent()]
  if (there !== here) throw new Error(`by SSH there are ${there} packages, for the agent ${here}`)
  const times = { ssh: [] as number[], agent: [] as number[] }
  for (let i = 0; i < runs; i++) {
    times.ssh.push(await secondsOf(audit))
    times.agent.push(await secondsOf(agent))
  }
  const later = times.ssh.map((seconds, i) => seconds - (times.agent[i] ?? Number.NaN))
  return {
    title: 'SSH audit',
    method: `This machine, with ${here} packages: through its sshd (login by key, as an ordinary user) and by its agent, ${runs} alternating times in one process.`,
    columns: ['Work', 'By SSH', 'By the agent', 'Difference', 'Target'],
    rows: [
      {
        work: 'hardware, software and network of a Debian host',
        ours: show(times.ssh, 's'),
        against: show(times.agent, 's'),
        ratio: show(later, 's'),
        target: 'within 1.5 s',
      },
    ],
  }
}

/** Gives the number of packages. */
function auditor({ address, port, username, privateKey }: Sshd, stateDir: string): () => Promise<number | undefined> {
  const onError = (error: unknown) => {
    throw error
  }
  const memory = attemptsPerDay(openHostMemory({ file: join(stateDir, 'hosts.jsonl'), onError }))
  const hostKeys = openHostKeys(stateDir)
  return async () => {
    const target = { address, port, hostKeys, signal: AbortSignal.timeout(60_000) }
    const { detail, observation } = await probeSsh(
      target,
      prepareLogins([{ kind: 'ssh-key', username, privateKey }], memory),
    )
    if (observation === undefined) throw new Error(`nothing was read by SSH: ${detail}`)
    return observation.software?.length
  }
}

async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return (performance.now() - startedAt) / 1000
}
