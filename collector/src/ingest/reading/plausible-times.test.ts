import { describe, expect, it } from 'vitest'
import { agent, at, seen } from '../testing/observations.ts'
import { plausible } from './plausible-times.ts'

const now = at(10)

describe('reported times', () => {
  it.each([
    ['1601-01-01T00:00:00.000Z', 'is of a clock that was never set'],
    ['1970-01-01T00:00:12.000Z', 'is of a clock that was never set'],
    ['1980-01-01T00:00:00.000Z', 'is of a clock that was never set'],
    ['2000-01-01T00:03:00.000Z', 'is of a clock that was never set'],
    ['2026-12-20T08:00:00.000Z', 'is in the future'],
    ['2106-02-07T06:28:15.000Z', 'is in the future'],
  ])('of a clock at %s are replaced by now, with a note', (observedAt, fault) => {
    const { truncated, ...observation } = plausible(agent(0, { observedAt }), now)
    expect(observation.observedAt).toBe(now)
    expect(truncated).toEqual([`observedAt: ${observedAt} ${fault}: taken as the time it came`])
  })

  it('of a clock slightly ahead are replaced by now', () => {
    expect(plausible(agent(14, {}), now)).toMatchObject({ observedAt: now, truncated: [] })
  })

  it('of a clock that is right or behind stay', () => {
    for (const observedAt of [now, at(-1_000_000), '2015-01-01T00:00:00.000Z']) {
      const observation = agent(0, { observedAt })
      expect(plausible(observation, now)).toBe(observation)
    }
  })

  it('of imports and manual entries stay, however old', () => {
    for (const source of ['Import', 'Manual'] as const) {
      const observation = seen(0, { source, observedAt: '2000-01-01T00:03:00.000Z' })
      expect(plausible(observation, now)).toBe(observation)
      expect(plausible(seen(0, { source, observedAt: '1601-01-01T00:00:00.000Z' }), now).observedAt).toBe(now)
    }
  })

  it('of impossible installations are left out', () => {
    const dates = ['1601-01-01', '1970-01-01', '1980-01-01', '1998-05-06', '2026-11-20', '2026-11-22', '2106-02-07']
    const software = dates.map((date) => ({ name: date, installDate: `${date}T00:00:00Z` }))
    const observation = plausible(agent(0, { software }), now)
    expect(observation.software?.map(({ installDate }) => installDate?.slice(0, 10))).toEqual([
      undefined,
      undefined,
      undefined,
      '1998-05-06',
      '2026-11-20',
      undefined,
      undefined,
    ])
    expect(observation.truncated).toEqual(['software[].installDate: 5 left out: before 1990 or in the future'])
    expect(observation.observedAt).toBe(at(0))
  })

  it('of a start, an update list, a sign-in, a container and signatures are left out if impossible', () => {
    const given = (date: string) => ({
      system: { model: 'T14' },
      os: {
        name: 'Debian',
        installedAt: date,
        bootedAt: date,
        pendingUpdates: { listsFrom: date, needsRestart: true },
      },
      accounts: [{ name: 'ada', lastSignInAt: date }, { name: 'bo' }],
      containers: [{ runtime: 'docker', id: 'a', createdAt: date }],
      security: { antivirus: [{ name: 'ClamAV', signaturesFrom: date }] },
    })
    const right = agent(0, { hardware: given('2026-11-19T08:00:00.000Z') })
    expect(plausible(right, now)).toBe(right)
    for (const date of ['0001-01-01T00:00:00.000Z', '1601-01-01T00:00:00.000Z', '2106-02-07T06:28:15.000Z']) {
      const { hardware, truncated } = plausible(agent(0, { hardware: given(date) }), now)
      expect(JSON.stringify(hardware)).not.toContain(date)
      expect(hardware).toMatchObject({
        system: { model: 'T14' },
        os: { name: 'Debian', pendingUpdates: { needsRestart: true } },
        accounts: [{ name: 'ada' }, { name: 'bo' }],
        containers: [{ id: 'a' }],
        security: { antivirus: [{ name: 'ClamAV' }] },
      })
      expect(truncated).toEqual(
        [
          'os.installedAt',
          'os.bootedAt',
          'os.pendingUpdates.listsFrom',
          'accounts[].lastSignInAt',
          'containers[].createdAt',
          'security.antivirus[].signaturesFrom',
        ].map((path) => `hardware.${path}: 1 left out: before 1990 or in the future`),
      )
    }
  })
})
