import { createSegmentSchema } from '@rollcall/shared/api/segment.ts'
import { newId } from '@rollcall/shared/ids.ts'
import type { Result } from '@rollcall/shared/messages/result.ts'
import { observationOf, type Sighting } from '@rollcall/shared/messages/sighting.ts'
import { expect, it } from 'vitest'
import { createRandom, type Random } from '../../../../test/bench/dataset/random.ts'
import { recordListener } from '../../activity/events/listeners.ts'
import { listDevices } from '../../devices/list/list-devices.ts'
import { createTag } from '../../devices/tags/create-tag.ts'
import { detachTag } from '../../devices/tags/detach-tag.ts'
import { mergeDevices } from '../../identity/merge/merge-devices.ts'
import type { Context } from '../../lib/context.ts'
import { createIgnoreEntry } from '../../scanning/ignore-list/create-entry.ts'
import { createSegment } from '../../scanning/segments/create-segment.ts'
import { getTask } from '../../scanning/tasks/list-tasks.ts'
import { requestScan } from '../../scanning/tasks/request-scan.ts'
import type { Store } from '../../store/store.ts'
import { dumpOf } from '../../store/testing/dump.ts'
import { describeOnBothEngines } from '../../store/testing/stores.ts'
import { testContext } from '../../testing/context.ts'
import { createReader } from '../reading/reader.ts'
import { readingOf } from '../reading/reading.ts'
import { agent } from '../testing/observations.ts'
import { storeSightings } from '../testing/store-sightings.ts'
import { acceptHost } from './accept-host.ts'
import { createIngest, type Ingest } from './ingest.ts'

type Feed = (
  ctx: Context,
  ingest: Ingest,
  message: Omit<Extract<Result, { kind: 'started' }>, 'id' | 'kind' | 'addressesTotal'>,
  sightings: readonly Sighting[],
  serviceId: string,
) => Promise<void>

const oneByOne: Feed = async (ctx, ingest, message, sightings, serviceId) => {
  for (const sighting of sightings) {
    const { address } = sighting
    const reading = await readingOf(observationOf(sighting))
    const host = { ...message, id: newId(), kind: 'host' as const, address, reading }
    await acceptHost(ctx, ingest, createReader(ctx), host, serviceId)
  }
}

const inBatches: Feed = async (ctx, ingest, message, sightings, serviceId) => {
  const random = createRandom(7)
  const left = [...sightings]
  while (left.length > 0) {
    const hosts = left.splice(0, 1 + random.below(60))
    await storeSightings(ctx, { taskId: message.taskId, serviceId, sightings: hosts, ingest })
  }
}

const clockMs = Date.parse('2026-11-20T08:00:00.000Z')
const mac = (number: number) => `00:1b:21:00:00:${number.toString(16).padStart(2, '0')}`
const randomMac = (number: number) => `02:00:00:00:00:${number.toString(16).padStart(2, '0')}`

/** New, existing and ignored hosts. Their names and addresses move; some are seen late, some twice. */
function sightingsOf(random: Random, count: number): Sighting[] {
  const made: Sighting[] = []
  for (let index = 0; index < count; index += 1) {
    const earlier = made[random.below(made.length + 1)]
    if (earlier && random.below(20) === 0) made.push(earlier)
    else {
      const secondsAgo = random.below(5) === 0 ? random.below(4 * 3600) : count - index
      const macAddress = [mac(random.below(30)), randomMac(random.below(6)), undefined, undefined][random.below(4)]
      const dnsName = [`pc${random.below(20)}.example.com`, `guest-${random.below(3)}`, undefined, undefined, undefined]
      const named = dnsName[random.below(5)]
      made.push({
        id: newId(),
        observedAt: new Date(clockMs - secondsAgo * 1000).toISOString(),
        address: random.below(15) === 0 ? `fd00::${1 + random.below(8)}` : `10.0.0.${1 + random.below(60)}`,
        ...(named === undefined ? {} : { dnsName: named }),
        ...(macAddress === undefined ? {} : { macAddress }),
      })
    }
  }
  return made
}

const idPattern = /[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g

/** Lists the rows of every table, with each id replaced by its ordinal in its table, or among the deleted rows. */
async function rowsOf(store: Store): Promise<Record<string, string[]>> {
  // The data for an unmerge has the order in which it was read, which is arbitrary.
  const { device_merges: _, ...dump } = await dumpOf(store)
  const labels = new Map<string, string>()
  const label = (name: string, ids: readonly string[]) => {
    const unlabelled = new Set(ids.filter((id) => !labels.has(id)))
    for (const [index, id] of [...unlabelled].sort().entries()) labels.set(id, `${name} ${index}`)
  }
  for (const [table, rows] of Object.entries(dump)) {
    label(
      table,
      rows.flatMap((row): string[] => JSON.parse(row).id ?? []),
    )
  }
  const allRows = Object.values(dump).flat()
  label(
    'gone',
    allRows.flatMap((row) => row.match(idPattern) ?? []),
  )
  return Object.fromEntries(
    Object.entries(dump).map(([table, rows]) => [
      table,
      rows.map((row) => row.replace(idPattern, (id) => labels.get(id) ?? id)).sort(),
    ]),
  )
}

/** A device that changed twice in a group has one event. */
function reported(events: readonly string[] = []): string[] {
  const each = events.map((row): { type: string; subjectId: string } => JSON.parse(row))
  const added = new Set(each.flatMap(({ type, subjectId }) => (type === 'device.added' ? [subjectId] : [])))
  const lines = each.map(({ type, subjectId }) => `${added.has(subjectId) ? 'device.added' : type} ${subjectId}`)
  return [...new Set(lines)].sort()
}

describeOnBothEngines('discovered hosts', ({ open }) => {
  /**
   * Creates an inventory in which some devices are audited, merged, ignored and tagged, and adds two rounds of
   * sightings.
   */
  async function inventoryAfter(feed: Feed, rounds: readonly (readonly Sighting[])[]) {
    const store = await open()
    const { ctx, addAuditService } = await testContext(store)
    await recordListener(ctx, ctx.siteId)
    const serviceId = await addAuditService()
    const autoTagId = (await createTag(ctx, { name: 'Found', colour: null })).id
    const addresses = ['10.0.0.0/24']
    const given = { name: 'Lab', type: 'ip-range', auditServiceId: serviceId, addresses, autoTagId }
    const segment = await createSegment(ctx, createSegmentSchema.parse(given))
    const ingest = createIngest(ctx, { deliveriesPerGroupMax: 4 })
    for (let number = 1; number <= 12; number += 1) {
      const pc = { hostname: `pc${number}`, macAddresses: [mac(number)], ipAddresses: [`10.0.0.${number}`] }
      const observation = agent(number, { agentId: `agent-${number}`, ...pc, observedAt: '2026-11-20T05:00:00Z' })
      await ingest.submit({ siteId: ctx.siteId, observation, actor: 'agent' })
    }
    for (const [kind, pattern] of [
      ['ip', '10.0.0.20'],
      ['mac', mac(25)],
      ['name', 'guest-1*'],
    ] as const) {
      await createIgnoreEntry(ctx, { kind, pattern, reason: null })
    }
    const deviceAt = async (index: number, tag?: string) => {
      const { items } = await listDevices(ctx, { limit: 200, offset: 0, sort: 'ipAddress', ...(tag && { tag }) })
      return items[index]?.id ?? ''
    }
    await mergeDevices(ctx, await deviceAt(2), { otherId: await deviceAt(3), dryRun: false })

    const { taskId } = await requestScan(ctx, segment.id, { audit: false })
    const message = { version: 1 as const, taskId, attempt: 1, at: '2026-11-20T08:00:00.000Z' }
    for (const [round, sightings] of rounds.entries()) {
      await feed(ctx, ingest, message, sightings, serviceId)
      await detachTag(ctx, await deviceAt(5 + round, 'Found'), autoTagId)
      await mergeDevices(ctx, await deviceAt(14 + round), { otherId: await deviceAt(30 + round), dryRun: false })
    }
    const found = await Promise.all(
      ['pc1', '10.0.0', '00-1b', 'fd00'].map((q) => listDevices(ctx, { q, limit: 200, offset: 0, sort: 'ipAddress' })),
    )
    const { events, ...rows } = await rowsOf(store)
    return {
      rows,
      events: reported(events),
      searched: found.map(({ total, items }) => [total, items.map(({ name, ipAddress }) => [name, ipAddress])]),
      progress: (await getTask(ctx, taskId)).progress,
    }
  }

  it('make the same inventory in a batch as one by one', async () => {
    const random = createRandom(20261120)
    const rounds = [sightingsOf(random, 100), sightingsOf(random, 50), sightingsOf(random, 20)]
    const expected = await inventoryAfter(oneByOne, rounds)
    const { ignored, known, new: added } = expected.progress
    // Every kind of host is among them.
    expect(Math.min(ignored, known, added)).toBeGreaterThan(2)
    expect(await inventoryAfter(inBatches, rounds)).toEqual(expected)
    // Some 600 transactions: ten seconds of a core with PostgreSQL.
  }, 120_000)
})
