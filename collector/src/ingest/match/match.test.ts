import { expect, it } from 'vitest'
import { prepare } from '../accept/prepare.ts'
import { pc } from '../testing/ingest.ts'
import { agent, createInventory, ping } from '../testing/observations.ts'
import { advance } from './advance.ts'
import { match } from './match.ts'
import type { Observed } from './unit-of-work.ts'

function observed(observation: Parameters<ReturnType<typeof createInventory>['observe']>[0]): Observed {
  const item = prepare({ siteId: 'site', observation, actor: 'test' }, '2026-12-01T00:00:00.000Z')
  return { ...item, item, evidence: item.reported }
}

/** A pinged address, and a machine that loses it to the next one. */
function inventory() {
  const { work, observe } = createInventory()
  observe(ping(0, '10.0.0.9'))
  observe(agent(1, pc(1)))
  return work
}

it('changes neither the unit of work nor the observation', () => {
  const work = inventory()
  const observation = observed(agent(5, { ...pc(1), hostname: 'renamed', ipAddresses: ['10.0.0.9'] }))
  const before = structuredClone({ work, observation })
  const found = match(work, observation)
  expect('changeset' in found && found.changeset.row.after?.name).toBe('renamed')
  expect({ work, observation }).toEqual(before)
})

it('matches the next observation with the result of the previous one', () => {
  const work = inventory()
  const first = match(work, observed(agent(5, pc(2))))
  expect(match(work, observed(agent(6, pc(2)))).outcome.isNew).toBe(true)
  advance(work, first)
  expect(match(work, observed(agent(6, pc(2)))).outcome).toMatchObject({
    isNew: false,
    deviceId: first.outcome.deviceId,
  })
})

it('contains only times for an unchanged snapshot', () => {
  const work = inventory()
  const found = match(work, observed(agent(5, pc(1))))
  if (!('changeset' in found)) return expect.unreachable('it is stored')
  const { row, identifiers, sightings } = found.changeset
  const { lastSeen, auditId, auditDate, ...rest } = row.after ?? expect.unreachable('it is there')
  expect(row.before).toMatchObject(rest)
  expect({ lastSeen, auditId, auditDate }).toEqual({
    ...{ lastSeen: found.observation.observedAt, auditDate: found.observation.observedAt },
    auditId: found.outcome.snapshotId,
  })
  expect(identifiers).toEqual({ added: [], updated: [], removed: [] })
  expect(sightings).toMatchObject({ inserted: [], deleted: [], touched: [{ lastAt: found.observation.observedAt }] })
})
