import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { type RunningProcess, startProcess } from '../harness/processes.ts'
import { launcher, runCli, startUp, type Up } from '../harness/rollcall.ts'
import { type TmpFolder, tmpFolder } from '../harness/tmp.ts'
import { waitFor } from '../harness/wait.ts'

// The watch of a real agent beside a real collector.

const minuteMs = 60_000
const softwareSchema = z.object({
  data: z.looseObject({ software: z.array(z.looseObject({ name: z.string(), version: z.string() })) }),
})

let folder: TmpFolder
let up: Up
let watch: RunningProcess
let agentId: string
const stateDir = () => join(folder.path, 'agent')

/** Replaces the database of dpkg, as dpkg does, by one with these packages. */
async function installPackages(...names: readonly string[]): Promise<void> {
  const entries = names.map(
    (name) => `Package: ${name}\nStatus: install ok installed\nArchitecture: all\nVersion: 1.0\n`,
  )
  const status = join(folder.path, 'status')
  await writeFile(`${status}-new`, entries.join('\n'))
  await rename(`${status}-new`, status)
}

const lastId = async () => (await readFile(join(stateDir(), 'previous-snapshot'), 'utf8')).trim()

/** Returns the packages of dpkg in the last snapshot of the agent that the collector has stored. */
async function reportedPackages(): Promise<string[]> {
  const { data } = await up.api.read(`/api/v1/snapshots/${await lastId()}`, softwareSchema)
  return data.software.map(({ name }) => name)
}

beforeAll(async () => {
  folder = await tmpFolder()
  await installPackages('first')
  up = await startUp({ args: ['--no-agent'] })
  const token = (await up.cli('join-token', 'create', '--for', 'agent')).stdout.trim()
  const joined = await runCli(['agent', 'join', '--url', up.facts.url, '--token', token, '--state-dir', stateDir()])
  expect(joined.code, joined.stderr).toBe(0)
  agentId = JSON.parse(await readFile(join(stateDir(), 'agent.json'), 'utf8')).agentId
  // The watch sees a database of dpkg of its own.
  const command = `mount --bind ${folder.path} /var/lib/dpkg && exec "$@"`
  watch = await startProcess({
    program: 'unshare',
    args: [
      ...['--mount', 'sh', '-c', command, 'sh', launcher.program, launcher.script],
      ...['agent', 'watch', '--state-dir', stateDir()],
    ],
    ready: /the watch of the installed software began/,
  })
}, 2 * minuteMs)
afterAll(async () => {
  await watch?.stop()
  await up?.stop()
  await folder?.remove()
})

it('reports an installed package to the collector within a minute', async () => {
  await installPackages('first', 'second')
  await waitFor(async () => (await reportedPackages()).includes('second'), {
    what: 'the package at the collector',
    timeoutMs: minuteMs,
    intervalMs: 500,
  })
})

it('sends a snapshot within a minute when somebody requests one', async () => {
  const before = await lastId()
  const path = `/api/v1/agents/${agentId}`
  expect((await up.api.call('POST', `${path}/snapshot`)).status).toBe(202)
  await waitFor(async () => (await lastId()) !== before, { what: 'another snapshot', timeoutMs: minuteMs })
  await waitFor(
    async () =>
      (await up.api.read(path, z.looseObject({ snapshotRequestedAt: z.null() }))).snapshotRequestedAt === null,
    { what: 'the fulfilled request' },
  )
})

it('ends when the agent is deleted at the collector', async () => {
  expect((await up.api.call('DELETE', `/api/v1/agents/${agentId}`)).status).toBe(204)
  expect(await watch.exited).toEqual({ code: 0, signal: null })
  expect(watch.stderr()).toContain('this agent was deleted at the collector: the watch ends')
})
