import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { newId } from '@rollcall/shared/ids.ts'
import { type Observation, observationSchema } from '@rollcall/shared/inventory/observation.ts'
import { Spool } from '@rollcall/shared/node/spool.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { startByteCounter } from '../harness/byte-counter.ts'
import { runCli, startUp, type Up } from '../harness/rollcall.ts'
import { type TmpFolder, tmpFolder } from '../harness/tmp.ts'

// A real agent beside a real collector, with every byte between them counted.

const snapshotSchema = z.object({
  id: z.string(),
  data: z.looseObject({ software: z.array(z.object({ name: z.string() })) }),
})
const resultSchema = z.looseObject({ sent: z.number(), waiting: z.number(), deviceId: z.string().optional() })

let folder: TmpFolder
let up: Up
let wire: Awaited<ReturnType<typeof startByteCounter>>
const stateDir = () => join(folder.path, 'agent')
const stateFile = (name: string) => join(stateDir(), name)

const run = async () => {
  const result = await runCli(['agent', 'run', '--json', '--state-dir', stateDir()])
  return { ...resultSchema.parse(result.json()), ...wire.take() }
}
/** Reads the snapshot that the agent sends its next one as a difference from. */
async function delivered(): Promise<{ id: string; observation: Observation }> {
  const content = await readFile(stateFile('delivered-snapshot'))
  const end = content.indexOf('\n')
  const observation: Observation = JSON.parse(gunzipSync(content.subarray(end + 1)).toString())
  observationSchema.parse(observation)
  // The parsed form has another order of fields than the snapshot that was sent.
  return { id: content.toString('latin1', 0, end), observation }
}
const lastId = async () => (await readFile(stateFile('previous-snapshot'), 'utf8')).trim()
const softwareOf = async (id: string) => (await up.api.read(`/api/v1/snapshots/${id}`, snapshotSchema)).data.software
/** Puts a snapshot before that of the next run. */
async function spool(observation: Observation) {
  const waiting = await Spool.open(stateFile('spool'), { bytesMax: 2 ** 26 })
  await waiting.append('snapshot', gzipSync(JSON.stringify(observation)))
}

beforeAll(async () => {
  folder = await tmpFolder()
  up = await startUp({ args: ['--no-agent'] })
  wire = await startByteCounter(Number(new URL(up.facts.url).port))
  const token = (await up.cli('join-token', 'create', '--for', 'agent')).stdout.trim()
  const joined = await runCli(['agent', 'join', '--url', wire.url, '--token', token, '--state-dir', stateDir()])
  expect(joined.code, joined.stderr).toBe(0)
  wire.take()
}, 120_000)
afterAll(async () => {
  wire?.close()
  await up?.stop()
  await folder?.remove()
})

describe('an agent', () => {
  it('sends its first snapshot whole, and an hour with few changes in under 2.5 KB, TLS included', async () => {
    const first = await run()
    expect(first).toMatchObject({ sent: 1, waiting: 0 })
    const second = await run()
    expect(second).toMatchObject({ sent: 1, waiting: 0, deviceId: first.deviceId, connections: 1 })
    expect(second.bytes).toBeLessThan(2_500)
    const { software = [] } = (await delivered()).observation
    expect(await softwareOf(await lastId())).toHaveLength(software.length)
  })

  it('sends only what changed of its software', async () => {
    const { observation } = await delivered()
    const software = [...(observation.software ?? []), { name: 'rollcall-test', version: '1.0' }]
    const observedAt = new Date().toISOString()
    await spool({ ...observation, id: newId(), observedAt, software })
    const both = await run()
    expect(both).toMatchObject({ sent: 2, waiting: 0 })
    expect(both.bytes).toBeLessThan(4_000)
    const { items } = await up.api.read(
      `/api/v1/devices/${both.deviceId}/snapshots?limit=10`,
      z.object({ items: z.array(z.object({ id: z.string(), auditDate: z.string() })) }),
    )
    const changed = items.find(({ auditDate }) => auditDate === observedAt)
    expect(await softwareOf(changed?.id ?? '')).toContainEqual(expect.objectContaining({ name: 'rollcall-test' }))
  })

  it('is asked for the whole snapshot when the one before was deleted', async () => {
    const { id } = await delivered()
    expect((await up.api.call('DELETE', `/api/v1/snapshots/${id}`)).status).toBe(204)
    const whole = await run()
    expect(whole, JSON.stringify(whole)).toMatchObject({ sent: 1, waiting: 0 })
    const next = await delivered()
    expect(next.id).not.toBe(id)
    expect(await softwareOf(next.id)).toHaveLength(next.observation.software?.length ?? 0)
    expect((await run()).bytes).toBeLessThan(2_500)
  })

  it('sends all snapshots of an outage in one connection', async () => {
    wire.open(false)
    // A changed list, so that each differs from the one before.
    const { observation } = await delivered()
    for (const number of [1, 2, 3]) {
      const software = [...(observation.software ?? []), { name: `outage-${number}`, version: '1.0' }]
      await spool({ ...observation, id: newId(), observedAt: new Date().toISOString(), software })
    }
    const away = await runCli(['agent', 'run', '--json', '--state-dir', stateDir()])
    expect(away.json()).toMatchObject({ sent: 0, waiting: 4 })
    wire.take()
    wire.open(true)
    const back = await run()
    expect(back).toMatchObject({ sent: 5, waiting: 0, connections: 1 })
    expect(back.bytes).toBeLessThan(8_000)
  })
})
