import { expect, it } from 'vitest'
import { noMetrics } from '../../lib/metrics.ts'
import { describeOnBothEngines } from '../../store/testing/stores.ts'
import { StoreUnavailableError } from '../../store/unavailable.ts'
import { pc } from '../testing/ingest.ts'
import { agent, ping, seen } from '../testing/observations.ts'
import { testSystem } from '../testing/system.ts'
import { createIngest } from './ingest.ts'

describeOnBothEngines('the metrics of ingest', ({ open }) => {
  const setUp = async () => {
    const { system } = testSystem(await open())
    const counted: string[] = []
    const groups: number[] = []
    const metrics = {
      ...noMetrics,
      observationEnded: (source: string, outcome: string) => void counted.push(`${source} ${outcome}`),
      groupStored: ({ observations }: { observations: number }) => void groups.push(observations),
    }
    return { system: { ...system, metrics }, counted, groups }
  }
  const delivery = { siteId: 'site', actor: 'test' }

  it('name the outcome of each observation', async () => {
    const { system, counted, groups } = await setUp()
    const ingest = createIngest(system)
    const hardware = (model: string) => ({ system: { manufacturer: 'Dell Inc.', model } })
    const first = agent(0, { ...pc(1), hardware: hardware('One') })
    for (const observation of [
      first,
      first,
      agent(1, { ...pc(1), hardware: hardware('One') }),
      agent(2, { ...pc(1), hardware: hardware('Two') }),
      ping(3, '10.0.9.9', '00:1b:21:00:99:99'),
      ping(4, '10.0.9.9', '00:1b:21:00:99:99'),
    ])
      await ingest.submit({ ...delivery, observation })
    expect(counted).toEqual([
      'Agent new',
      'Agent repeated',
      'Agent unchanged',
      'Agent changed',
      'Service new',
      'Service sighting',
    ])
    expect(groups).toEqual([1, 1, 1, 1, 1, 1])
  })

  it('count an observation that cannot be identified or stored as rejected, once', async () => {
    const { system, counted, groups } = await setUp()
    const nameless = seen(0, { source: 'Import' })
    await expect(createIngest(system).submit({ ...delivery, observation: nameless })).rejects.toThrow('not identify')
    const fails = () => Promise.reject(new StoreUnavailableError('storage_full', 'full'))
    const ingest = createIngest({ ...system, store: { ...system.store, write: fails } })
    const answers = await Promise.allSettled(
      [1, 2].map((number) => ingest.submit({ ...delivery, observation: agent(number, pc(number)) })),
    )
    expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(counted).toEqual(['Import rejected', 'Agent rejected', 'Agent rejected'])
    expect(groups).toEqual([])
  })
})
