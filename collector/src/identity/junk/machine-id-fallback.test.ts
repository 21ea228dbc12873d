import { newId } from '@rollcall/shared/ids.ts'
import { expect, it } from 'vitest'
import { proves } from '../../../../test/interface/proves.ts'
import { testApp } from '../../http/testing/app.ts'
import { createIngest } from '../../ingest/accept/ingest.ts'
import { agent, type Seen } from '../../ingest/testing/observations.ts'
import { describeOnBothEngines } from '../../store/testing/stores.ts'

const shared = '4c4c4544-0057-4210-8037-b7c04f373733'

describeOnBothEngines('the Windows MachineId fallback', ({ open }) => {
  const site = async () => {
    const app = await testApp(await open())
    const ingest = createIngest(app.ctx)
    app.advance(3600)
    /** The devices that two machines of one series, each seen twice, come to. */
    const devicesOf = async (a: Seen, b: Seen) => {
      const ids: string[] = []
      for (const [minutes, machine] of [a, b, a, b].entries()) {
        const observation = agent(minutes, { ...machine, agentId: newId() })
        ids.push((await ingest.submit({ siteId: app.ctx.siteId, observation, actor: 'agent' })).deviceId)
      }
      return ids.map((id) => ids.indexOf(id))
    }
    const enable = async (settings: object) => {
      const json = { machineIdFallback: { enabled: true, ...settings } }
      expect((await app.call('PATCH', '/api/v1/site/settings', { json })).status).toBe(200)
    }
    return { devicesOf, enable }
  }
  const first: Seen = { hostname: 'till-1', biosUuid: shared, machineId: '11111111-2222-3333-4444-555555555555' }
  const second: Seen = { hostname: 'till-2', biosUuid: shared, machineId: '99999999-8888-7777-6666-555555555555' }

  it('separates machines whose BIOS UUID is listed as junk', proves('device.machineIdFallback'), async () => {
    const { devicesOf, enable } = await site()
    await enable({ junkBiosUuids: [shared.toUpperCase()] })
    expect(await devicesOf(first, second)).toEqual([0, 1, 0, 1])
  })

  it('splits machines merged by the UUID when it is listed', async () => {
    const { devicesOf, enable } = await site()
    const namesake = { ...second, hostname: first.hostname }
    expect(await devicesOf(first, namesake)).toEqual([0, 0, 0, 0])
    await enable({ junkBiosUuids: [shared] })
    expect(await devicesOf(first, namesake)).toEqual([0, 1, 0, 1])
  })

  it('uses a UUID that is not listed', async () => {
    const { devicesOf, enable } = await site()
    const namesake = { ...second, hostname: first.hostname }
    expect(await devicesOf(first, namesake)).toEqual([0, 0, 0, 0])
    const other = await site()
    await other.enable({ junkBiosUuids: ['4c4c4544-0000-4210-8037-b7c04f373733'] })
    expect(await other.devicesOf(first, namesake)).toEqual([0, 0, 0, 0])
    await enable({ enabled: false, junkBiosUuids: [shared] })
  })

  it('finds a machine whose BIOS UUID is junk on every site by its MachineId, renamed or not', async () => {
    const till = { ...first, biosUuid: '03000200-0400-0500-0006-000700080009' }
    const renamed = { ...till, hostname: 'till-9' }
    const { devicesOf, enable } = await site()
    await enable({})
    expect(await devicesOf(till, renamed)).toEqual([0, 0, 0, 0])
    const other = await site()
    expect(await other.devicesOf(till, renamed)).toEqual([0, 1, 0, 1])
  })

  it('finds a machine without any UUID by its MachineId, renamed or not', async () => {
    const { devicesOf, enable } = await site()
    await enable({ treatEmptyAsJunk: true })
    const renamed = { ...first, biosUuid: '', hostname: 'till-9' }
    expect(await devicesOf({ ...first, biosUuid: '' }, renamed)).toEqual([0, 0, 0, 0])
  })
})
