import type { SnapshotReport } from '@rollcall/shared/api/snapshot.ts'
import { newId } from '@rollcall/shared/ids.ts'
import type { Observation } from '@rollcall/shared/inventory/observation.ts'
import { expect, it } from 'vitest'
import { describeOnEitherEngine } from '../../store/testing/stores.ts'
import { testAgent } from '../testing/agent.ts'
import { testApp } from '../testing/app.ts'

const now = '2026-11-20T08:00:00.000Z'
const yesterday = '2026-11-19T08:00:00.000Z'

describeOnEitherEngine('a snapshot with odd values', ({ open }) => {
  async function setUp() {
    const { call } = await testApp(await open())
    const { agentId, send } = await testAgent(call, 'pc-1')
    const get = async <T>(path: string) => (await (await call('GET', `/api/v1/${path}`)).json()) as T
    /** Sends a snapshot as an agent of any release might. */
    const sendOdd = ({ identity, ...fields }: { identity?: object; [field: string]: unknown }, headers = {}) => {
      const whole = { schemaVersion: 1, id: newId(), source: 'Agent', type: 'computer', depth: 'audit', name: 'pc-1' }
      const all = { ...whole, observedAt: now, ...fields, identity: { agentId, ...identity } }
      return send(all as unknown as Observation, headers)
    }
    const stored = async (...odd: Parameters<typeof sendOdd>) => {
      const [status, { deviceId, snapshotId }] = await sendOdd(...odd)
      expect(status).toBe(201)
      const { truncated, auditDate } = await get<SnapshotReport>(`snapshots/${snapshotId}/report`)
      return { deviceId, truncated, auditDate }
    }
    return { get, sendOdd, stored }
  }

  it('is stored without them, and its report lists them', async () => {
    const { get, stored } = await setUp()
    const { deviceId, truncated } = await stored({
      identity: { macAddresses: ['00:1b:21:00:00:01', '00:1b:21'], ipAddresses: ['10.0.0.1', '10.0.0.1000'] },
      software: [
        { name: 'vim', version: '9.1', installDate: 'soon', sizeBytes: -1 },
        { name: 'git', version: '2.40', installDate: '1601-01-01T00:00:00Z' },
        { name: 'curl', version: '8', installDate: '2106-02-07T06:28:15Z' },
        { name: 'nano', version: '7', installDate: '2026-01-02T03:04:05Z' },
        { version: '1' },
      ],
    })
    expect(truncated.map((line) => line.replace(/left out: .*/, 'left out'))).toEqual([
      'software[].installDate: 2 left out',
      'identity.macAddresses[]: left out',
      'identity.ipAddresses[]: left out',
      'software[].installDate: left out',
      'software[].sizeBytes: left out',
      'software[]: left out',
    ])
    const { items } = await get<{ items: { id: string; name: string }[] }>('software')
    expect(items.map(({ name }) => name)).toEqual(['curl', 'git', 'nano', 'vim'])
    const dates = await Promise.all(items.map(({ id }) => get<{ items: object[] }>(`software/${id}/installations`)))
    const installDates = [null, null, '2026-01-02T03:04:05.000Z', null]
    expect(dates.map(({ items: [found] }) => found)).toMatchObject(installDates.map((installDate) => ({ installDate })))
    expect(await get(`devices/${deviceId}`)).toMatchObject({ macAddress: '00:1b:21:00:00:01', ipAddress: '10.0.0.1' })
  })

  it.each([
    '1601-01-01T00:00:00Z',
    '1980-01-01T00:00:00Z',
    '2000-01-01T00:10:00Z',
    '2026-12-20T08:00:00Z',
    '2106-02-07T06:28:15Z',
  ])('from a clock that shows %s gets the time of its arrival', async (observedAt) => {
    const { get, stored } = await setUp()
    const { deviceId, truncated, auditDate } = await stored({ observedAt })
    expect(auditDate).toBe(now)
    expect(truncated).toEqual([expect.stringMatching(/^observedAt: .*: taken as the time it came$/)])
    expect(await get(`devices/${deviceId}`)).toMatchObject({ lastSeen: now })
  })

  it.each([
    ['Sun, 20 Dec 2026 08:00:00 GMT', '2026-12-19T08:00:00Z', 'ahead'],
    ['Tue, 01 Jan 2019 00:10:00 GMT', '2018-12-31T00:10:00Z', 'behind'],
    ['Thu, 01 Jan 1970 00:10:00 GMT', '1969-12-31T00:10:00Z', 'behind'],
  ])('from a clock that showed %s when it was sent gets the corrected time', async (date, observedAt, off) => {
    const { get, stored } = await setUp()
    const { deviceId, truncated, auditDate } = await stored({ observedAt }, { Date: date })
    expect(auditDate).toBe(yesterday)
    const taken = new RegExp(`^observedAt: .* by a clock \\d+ minutes ${off}: taken as ${yesterday}$`)
    expect(truncated).toEqual([expect.stringMatching(taken)])
    expect(await get(`devices/${deviceId}`)).toMatchObject({ lastSeen: yesterday })
  })

  it.each(['Fri, 20 Nov 2026 08:04:59 GMT', 'Fri, 20 Nov 2026 07:55:01 GMT', 'yesterday', '0'])(
    'from a correct or unknown clock (%s) keeps its time',
    async (date) => {
      const { stored } = await setUp()
      expect(await stored({ observedAt: yesterday }, { Date: date })).toMatchObject({
        auditDate: yesterday,
        truncated: [],
      })
    },
  )

  it('contains a package once that it lists 1,000 times', async () => {
    const { get, stored } = await setUp()
    await stored({ software: Array(1_000).fill({ name: 'vim', version: '9.1' }) })
    const { items } = await get<{ items: object[] }>('software')
    expect(items).toMatchObject([{ name: 'vim', installations: 1 }])
  })

  it('is refused with the reason if it has too many packages', async () => {
    const { sendOdd } = await setUp()
    const [status, problem] = await sendOdd({ software: Array(100_001).fill({ name: 'x' }) })
    expect([status, problem]).toEqual([
      400,
      expect.objectContaining({ errors: [{ path: '/software', message: 'at most 100000 items' }] }),
    ])
  })
})
