import { expect, it } from 'vitest'
import { proves } from '../../../../test/interface/proves.ts'
import { createIngest } from '../../ingest/accept/ingest.ts'
import { seen } from '../../ingest/testing/observations.ts'
import { describeOnEitherEngine } from '../../store/testing/stores.ts'
import { testApp } from '../testing/app.ts'

const csvType = 'text/csv; charset=utf-8; header=present'
const header = 'id,name,dnsName,macAddress,ipAddress,serialNumber,assetTag,type,manufacturer,model,lastSeen,tags\r\n'

describeOnEitherEngine('GET /api/v1/devices as CSV', ({ open }) => {
  const setUp = async (hostnames: readonly string[], more: Parameters<typeof seen>[1] = {}) => {
    const app = await testApp(await open())
    const ingest = createIngest(app.ctx)
    await Promise.all(
      hostnames.map((hostname, index) =>
        ingest.submit({
          siteId: app.ctx.siteId,
          observation: seen(0, { hostname, name: hostname, macAddresses: [mac(index)], ...more }),
          actor: 'x',
          autoTag: index % 2 === 0 ? 'Even, "quoted"' : '-odd',
        }),
      ),
    )
    return app
  }
  const mac = (index: number) => `00:1b:21:00:${hex(index >> 8)}:${hex(index & 255)}`
  const hex = (value: number) => value.toString(16).padStart(2, '0')
  const namesIn = (csv: string) =>
    csv
      .split('\r\n')
      .slice(1, -1)
      .map((line) => line.split(',')[1])

  it('is requested by Accept, or by format, which takes precedence', proves('devices.csv'), async () => {
    const app = await setUp(['pc'])
    const typeOf = async (query: string, headers?: Record<string, string>) => {
      const response = await app.call('GET', `/api/v1/devices${query}`, headers ? { headers } : {})
      expect([response.status, response.headers.get('Vary')]).toEqual([200, 'Accept'])
      await response.text()
      return response.headers.get('Content-Type')
    }
    expect(await typeOf('?format=csv')).toBe(csvType)
    expect(await typeOf('', { Accept: 'text/csv' })).toBe(csvType)
    expect(await typeOf('', { Accept: 'application/json;q=0.5, text/csv' })).toBe(csvType)
    expect(await typeOf('')).toBe('application/json')
    expect(await typeOf('', { Accept: '*/*' })).toBe('application/json')
    expect(await typeOf('', { Accept: 'text/csv;q=0.1, application/json' })).toBe('application/json')
    expect(await typeOf('?format=json', { Accept: 'text/csv' })).toBe('application/json')
    expect(await typeOf('?format=csv', { Accept: 'application/json' })).toBe(csvType)
    expect((await app.call('GET', '/api/v1/devices?format=xml')).status).toBe(400)
    expect((await app.call('GET', '/api/v1/devices?format=csv&typ=ups')).status).toBe(400)
  })

  it(
    'follows RFC 4180, and no text of a device becomes a formula in a spreadsheet',
    proves('devices.csv'),
    async () => {
      const app = await setUp(['=1+1', '+1', '-1', '@x', 'a,b', 'say "hi"', '＝1', 'a;=1+1;b'])
      const response = await app.call('GET', '/api/v1/devices?format=csv')
      const text = await response.text()
      expect(response.headers.get('Content-Disposition')).toBe('attachment; filename="devices.csv"')
      expect(text.startsWith(header)).toBe(true)
      for (const name of ["'=1+1", "'+1", "'-1", "'@x", '"a,b"', '"say ""hi"""', "'＝1", "a;'=1+1;b"])
        expect(text).toContain(`,${name},`)
      expect(text).toMatch(/,"Even, ""quoted"""\r\n/)
      expect(text).toMatch(/,'-odd\r\n/)
      expect(text.split('\r\n')).toHaveLength(8 + 2)
      expect(text).not.toMatch(/[^\r]\n/)
    },
  )

  it('contains all matching devices in order, not a page of them', proves('devices.csv'), async () => {
    const names = Array.from({ length: 1_100 }, (_, index) => `pc-${String(index).padStart(4, '0')}`)
    const app = await setUp(names)
    const csv = async (query: string) => (await app.call('GET', `/api/v1/devices?format=csv${query}`)).text()
    expect(namesIn(await csv('&limit=1&offset=5'))).toEqual(names)
    expect(namesIn(await csv('&sort=-name'))).toEqual([...names].reverse())
    expect(namesIn(await csv('&q=c-109'))).toEqual(names.slice(1_090))
    expect(namesIn(await csv('&q=none'))).toEqual([])
    expect(namesIn(await csv('&tag=-odd'))).toHaveLength(550)
  })

  it('is read only as fast as the client takes it, and not after the client has gone', async () => {
    const app = await setUp(Array.from({ length: 2_500 }, (_, index) => `pc-${index}`))
    const { store } = app.ctx
    let reads = 0
    const read = store.read.bind(store)
    store.read = (fn) => {
      reads += 1
      return read(fn)
    }
    const response = await app.call('GET', '/api/v1/devices?format=csv')
    const reader = response.body?.getReader()
    await reader?.read()
    await reader?.read()
    await reader?.cancel()
    const taken = reads
    // The export has five parts; at most one is read ahead.
    expect(taken).toBeLessThan(6)
    await store.write(async () => undefined)
    expect(reads).toBe(taken)
    // The store has no open read: closing waits for running ones.
    await store.close()
  })
})
