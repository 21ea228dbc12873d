import { deviceQuerySchema } from '@rollcall/shared/api/device.ts'
import { softwareQuerySchema } from '@rollcall/shared/api/software.ts'
import { parseQuery } from '@rollcall/shared/query/parse-query.ts'
import { and, inArray, sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { inList } from '../../device-records/listed-devices.ts'
import { createIngest } from '../../ingest/accept/ingest.ts'
import { agent, at, type Seen, type seen, snmp } from '../../ingest/testing/observations.ts'
import { listSoftware } from '../../software/catalog/list-software.ts'
import { updateSoftware } from '../../software/catalog/update-software.ts'
import { reviewSites } from '../../software/compliance/review-sites.ts'
import { deviceTables } from '../../store/schema/devices.ts'
import { describeOnBothEngines } from '../../store/testing/stores.ts'
import { testContext } from '../../testing/context.ts'
import { updateDevice } from '../edit/update-device.ts'
import { findDevices } from '../list/find-page.ts'
import { listDevices } from '../list/list-devices.ts'
import { fewMax } from '../list/narrow-search.ts'
import { attachTag } from '../tags/attach-tag.ts'
import { createTag } from '../tags/create-tag.ts'
import { device } from '../testing/devices.ts'
import { countSet, idsOfDevices } from './device-set.ts'
import { withTimes } from './list-query.ts'
import { matchQuery } from './match-query.ts'

const gib = 1024 ** 3
const mac = (last: string) => `00:1b:21:3c:9d:${last}`

/** A Windows notebook, a Linux server, two printers and a switch. */
const fleet: (() => ReturnType<typeof seen>)[] = [
  () =>
    agent(1, {
      ...identityOf('nb-1', 'f8'),
      hardware: {
        system: { manufacturer: 'Dell Inc.', model: 'Latitude 7440', chassis: 'Laptop' },
        os: {
          ...{ name: 'Windows 11 Pro', version: '10.0.22631', build: '22631.4460', architecture: 'x86_64' },
          pendingUpdates: {
            needsRestart: true,
            updates: [{ name: 'KB5044285', isSecurity: true }, { name: 'KB5045935' }],
          },
        },
        processors: [{ model: 'Intel Core i7-1365U', cores: 10 }],
        memory: { totalBytes: 16 * gib, modules: [] },
        volumes: [
          { mount: 'C:', sizeBytes: 500 * gib, freeBytes: 45 * gib, fileSystem: 'NTFS', encryption: { state: 'on' } },
          { mount: 'D:', sizeBytes: 100 * gib, freeBytes: 80 * gib, encryption: { state: 'off' } },
        ],
        accounts: [
          { name: 'mia', isSignedIn: true, isAdministrator: false },
          { name: 'Administrator', isDisabled: true, isAdministrator: true },
        ],
        security: {
          secureBoot: 'on',
          tpm: { isPresent: true, version: '2.0' },
          antivirus: [{ name: 'Microsoft Defender', state: 'on', isUpToDate: false }],
        },
      },
      software: [
        { name: 'Mozilla Firefox (x64 en-US)', version: '144.0.2', publisher: 'Mozilla', source: 'registry' },
        { name: '7-Zip', version: '24.08', publisher: 'Igor Pavlov', source: 'registry' },
      ],
    }),
  () =>
    agent(2, {
      ...identityOf('web-1', 'f9'),
      hardware: {
        system: { manufacturer: 'HPE', model: 'ProLiant DL380', location: 'Berlin, room 3' },
        os: { name: 'Debian GNU/Linux 13', version: '13.2', kernel: '6.12.48-amd64' },
        memory: { totalBytes: 64 * gib, modules: [] },
        volumes: [{ mount: '/', sizeBytes: 200 * gib, freeBytes: 150 * gib, encryption: { state: 'on' } }],
        containers: [{ runtime: 'docker', id: 'a1', name: 'shop', image: 'nginx:1.27', state: 'running' }],
      },
      software: [{ name: 'firefox', version: '145.0-1', source: 'dpkg' }],
      network: {
        ipAddress: '10.20.0.9',
        interfaces: [
          { name: 'eth0', operStatus: 'up', addresses: [{ address: '10.20.0.9' }, { address: '192.0.2.77' }] },
        ],
        listeners: [{ protocol: 'tcp', address: '0.0.0.0', port: 443, program: 'nginx' }],
      },
    }),
  () =>
    printer(3, 'print-1', '10.20.0.31', [
      ['Black', 4, 100],
      ['Cyan', 80, 100],
    ]),
  () => printer(4, 'print-2', '10.20.0.32', [['Black', 5, 10]]),
  () =>
    snmp(5, '10.30.0.2', {
      type: 'network-device',
      hostname: 'sw-1',
      serialNumber: 'FOC1234X0AB',
      manufacturer: 'Cisco',
      network: {
        ipAddress: '10.30.0.2',
        interfaces: [
          { name: 'Gi1/0/1', operStatus: 'down', adminStatus: 'up', vlan: 20, speedBps: 1e9 },
          { name: 'Gi1/0/2', operStatus: 'up', adminStatus: 'up', vlan: 30, speedBps: 1e9 },
        ],
        services: [
          {
            port: 443,
            protocol: 'tcp',
            certificate: { subject: 'sw-1.example.org', issuer: 'Own', validTo: at(30 * 1440) },
          },
        ],
      },
    }),
]

function identityOf(hostname: string, last: string): Seen {
  return {
    hostname,
    agentId: hostname,
    macAddresses: [mac(last)],
    ipAddresses: [hostname === 'web-1' ? '10.20.0.9' : '10.20.0.8'],
  }
}

const printer = (minutes: number, hostname: string, address: string, supplies: [string, number, number][]) =>
  snmp(minutes, address, {
    ...{ type: 'printer', hostname, serialNumber: `VNB${minutes}X4711`, manufacturer: 'HP' },
    hardware: {
      system: { manufacturer: 'HP', model: 'LaserJet M507' },
      printer: { supplies: supplies.map(([name, level, max]) => ({ name, level, max, type: 'toner' })) },
    },
  })

const now = new Date(at(1440))

const cases: [query: string, names: string[]][] = [
  ['name = NB-1', ['nb-1']],
  ['name ~ print', ['print-1', 'print-2']],
  ['type = printer and supply(level < 10%)', ['print-1']],
  ['supply(name = Black and level >= 50%)', ['print-2']],
  ['supply(name = Cyan and level < 10%)', []],
  ['supply(name = black or name = cyan)', ['print-1', 'print-2']],
  ['supply(not name = Black)', ['print-1']],
  ['not supply(name = Black)', ['nb-1', 'sw-1', 'web-1']],
  ['software(name ~ firefox and version < 145)', ['nb-1']],
  ['software(name = firefox)', ['web-1']],
  ['software(name = "mozilla firefox")', ['nb-1']],
  ['software(name ~ firefox)', ['nb-1', 'web-1']],
  ['software(publisher ~ mozilla)', ['nb-1']],
  ['not software(name ~ firefox) and not type = printer', ['sw-1']],
  ['volume(mount = "C:" and free < 10%)', ['nb-1']],
  ['volume(mount = "D:" and free < 10%)', []],
  ['volume(free > 50 and encryption = off)', ['nb-1']],
  ['volume(lacks fileSystem)', ['nb-1', 'web-1']],
  ['os.version < 11', ['nb-1']],
  ['os.version >= 10.0.22631', ['nb-1', 'web-1']],
  ['os.name ~ debian', ['web-1']],
  ['os.kernel > 6.9', ['web-1']],
  ['has os.name', ['nb-1', 'web-1']],
  ['lacks os.name', ['print-1', 'print-2', 'sw-1']],
  ['os.name != "Windows 11 Pro"', ['web-1']],
  ['memory > 16 GB', ['web-1']],
  ['memory = 16 GB', ['nb-1']],
  ['secureBoot = on', ['nb-1']],
  ['tpm = true', ['nb-1']],
  ['encrypted = false', ['nb-1']],
  ['encrypted = true', ['web-1']],
  ['antivirus.upToDate = false', ['nb-1']],
  ['antivirus(name ~ defender and state = on)', ['nb-1']],
  ['user = mia', ['nb-1']],
  ['account(administrator = yes and disabled = no)', []],
  ['securityUpdates > 0 and needsRestart = true', ['nb-1']],
  ['container(image ~ nginx)', ['web-1']],
  ['listener(port = 443 and program = nginx)', ['web-1']],
  ['port(up = no and vlan = 20)', ['sw-1']],
  ['port(up = yes and vlan = 20)', []],
  ['certificate(ends < 31d from now)', ['sw-1']],
  ['certificate(ends < 2d from now)', []],
  ['address in 10.20.0.0/24', ['nb-1', 'print-1', 'print-2', 'web-1']],
  ['address = 192.0.2.77', ['web-1']],
  ['address ~ 10.20.0.3', ['print-1', 'print-2']],
  ['macAddress = 001B.213C.9DF8', ['nb-1']],
  ['macAddress ~ 9d-f', ['nb-1', 'web-1']],
  ['serialNumber = foc1234x0ab', ['sw-1']],
  ['serialNumber ~ X4711', ['print-1', 'print-2']],
  ['manufacturer = hp', ['print-1', 'print-2']],
  ['model ~ latitude', ['nb-1']],
  ['location ~ berlin', ['web-1']],
  ['lastSeen < 23h ago', ['nb-1', 'print-1', 'print-2', 'sw-1', 'web-1']],
  ['lastSeen > 1436 minutes ago', ['sw-1']],
  ['source = Service', ['print-1', 'print-2', 'sw-1']],
  ['tag = office', ['nb-1', 'print-1']],
  ['has tag', ['nb-1', 'print-1']],
  ['lacks tag and type = printer', ['print-2']],
  ['tag ~ off and type = printer', ['print-1']],
  ['custom.owner = "mia lee"', ['nb-1']],
  ['custom.floor >= 3', ['nb-1']],
  ['custom.floor < 3', []],
  ['custom.leased = true', ['nb-1']],
  ['assetTag = INV-1', ['nb-1']],
  ['compliance = forbidden', ['nb-1']],
  ['forbidden = 7-zip', ['nb-1']],
  ['compliance = compliant', ['web-1']],
  ['stale = true', []],
  ['unreadable = false', ['nb-1', 'print-1', 'print-2', 'sw-1', 'web-1']],
  ['(type = printer or os.name ~ debian) and address in 10.20.0.0/27', ['print-1', 'web-1']],
  ['not (type = printer or type = network-device)', ['nb-1', 'web-1']],
]

describeOnBothEngines('devices that meet a query', ({ open }) => {
  const setUp = async () => {
    const test = await testContext(await open())
    const { ctx } = test
    test.advance(86_400)
    const ingest = createIngest(ctx)
    for (const observation of fleet) {
      await ingest.submit({ siteId: ctx.siteId, observation: observation(), actor: 'x' })
    }
    const idOf = async (name: string) =>
      (await listDevices(ctx, deviceQuerySchema.parse({ q: name }))).items[0]?.id ?? ''
    return { ...test, ingest, idOf }
  }
  const namesFor = async ({ ctx }: Awaited<ReturnType<typeof setUp>>, text: string) =>
    (await listDevices({ ...ctx, clock: { now: () => now } }, deviceQuerySchema.parse({ query: text }))).items.map(
      ({ name }) => name,
    )

  it('are listed, found by index and row by row alike, and counted', async () => {
    const test = await setUp()
    const { ctx, idOf } = test
    const [notebook, office] = [await idOf('nb-1'), await createTag(ctx, { name: 'Office', colour: null })]
    for (const id of [notebook, await idOf('print-1')]) await attachTag(ctx, id, { tagId: office.id })
    await updateDevice(ctx, notebook, {
      assetTag: 'INV-1',
      customFields: { owner: 'Mia Lee', floor: 3, leased: true },
    })
    const [zip] = (await listSoftware(ctx, softwareQuerySchema.parse({ groupBy: 'name', q: '7-Zip' }))).items
    await updateSoftware(ctx, zip?.id ?? '', { softwareGroup: 'Forbidden' })
    await reviewSites(ctx)
    const found: [string, string[]][] = []
    for (const [text] of cases) found.push([text, await namesFor(test, text)])
    expect(found).toEqual(cases)
    for (const [text, names] of cases) {
      const where = withTimes(parseQuery(text), now)
      const ways = await ctx.store.read(async (db) => {
        const { devices } = db.tables(deviceTables)
        const { ids, row, count, set } = await matchQuery({ db, siteId: ctx.siteId, isArchived: false }, where)
        const namesOf = async (condition: typeof row) =>
          (
            await db
              .select({ name: devices.name })
              .from(devices)
              .where(and(inList(db, ctx.siteId), condition))
          )
            .map(({ name }) => name)
            .sort()
        return {
          byRow: await namesOf(row),
          byIndex: ids ? await namesOf(inArray(devices.id, sql`(${ids})`)) : names,
          counted: count ? await count() : names.length,
          bySet:
            set && !set.isRest ? await namesOf(inArray(devices.id, sql`(${idsOfDevices(db, set.numbers)})`)) : names,
          countedSet: set ? await countSet(db, set, () => db.$count(devices, inList(db, ctx.siteId))) : names.length,
        }
      })
      expect({ text, ...ways }).toEqual({
        ...{ text, byRow: names, byIndex: names, counted: names.length },
        ...{ bySet: names, countedSet: names.length },
      })
      const matching = await ctx.store.read((db) =>
        findDevices(db, ctx.siteId, { where: withTimes(parseQuery(text), now), sort: 'name', limit: 1, offset: 0 }),
      )
      expect(matching.total).toBe(names.length)
      expect(matching.ids).toHaveLength(Math.min(1, names.length))
    }
  })

  const refusals: [parameters: Record<string, string>, path: string, message: string][] = [
    [{ query: 'nmae = x' }, 'query', 'character 1: ‘nmae’ is not a field'],
    [{ query: 'software(version < 3' }, 'query', 'This bracket is not closed'],
    [{ query: 'os.name ~ win', asOf: '2026-11-20T09:00:00Z' }, 'query', 'Use q, type, tag or segmentId'],
    [{ columns: 'os.name', asOf: '2026-11-20T09:00:00Z' }, 'columns', 'only the columns that each list has'],
    [{ archived: 'true', asOf: '2026-11-20T09:00:00Z' }, 'archived', 'not archived then'],
    [{ sort: '-lastSeen', asOf: '2026-11-20T09:00:00Z' }, 'sort', 'Use name, ipAddress or type'],
    [{ query: 'os.name ~ win', archived: 'true' }, 'query', '‘os.name ~ win’ cannot be used for archived devices'],
    [{ query: 'tag = Office', archived: 'true' }, 'query', '‘tag = Office’ cannot be used for archived devices'],
    [{ query: 'lacks missing', archived: 'true' }, 'query', 'cannot be used for archived devices'],
    [{ query: 'archived = true' }, 'query', 'the parameter archived=true'],
    [{ query: Array.from({ length: 41 }, () => 'has tag').join(' or ') }, 'query', 'more than 40 conditions'],
    [{ query: `${'('.repeat(50)}has tag` }, 'query', 'nested more than'],
  ]

  it('are none for values that no device of the site has', async () => {
    const test = await setUp()
    const texts = ['disk(health = failing)', 'ups.battery = low']
    for (const text of [...texts, texts.join(' or '), `type = printer and (${texts.join(' or ')})`])
      expect(await namesFor(test, text), text).toEqual([])
  })

  it('are not searched for by a query that is not valid there', async () => {
    const { ctx } = await setUp()
    for (const [parameters, path, message] of refusals) {
      await expect(listDevices(ctx, deviceQuerySchema.parse(parameters)), message).rejects.toMatchObject({
        code: 'validation_failed',
        fields: [{ path, message: expect.stringContaining(message) }],
      })
    }
    expect(deviceQuerySchema.safeParse({ query: 'x'.repeat(4_001) }).success).toBe(false)
  })

  it('are refused if too many would be tested one by one, with what to add', async () => {
    const { ctx } = await setUp()
    const rows = Array.from({ length: fewMax + 300 }, (_, number) =>
      device(number, { siteId: ctx.siteId, serialNumber: `SN${number}` }),
    )
    await ctx.store.write((tx) => tx.insertRows(tx.tables(deviceTables).devices, rows))
    const list = (query: string) => listDevices(ctx, deviceQuerySchema.parse({ query, limit: '1' }))
    const wide = Array.from({ length: 12 }, () => 'dnsName ~ example').join(' and ')
    await expect(list(wide)).rejects.toMatchObject({
      code: 'validation_failed',
      fields: [
        {
          path: 'query',
          message: expect.stringMatching(
            /‘dnsName ~ example and .*’ would test 5305 devices one by one. Add a condition with “and”/,
          ),
        },
      ],
    })
    expect((await list('serialNumber ~ sn and dnsName ~ pc77.example')).total).toBe(1)
    expect((await list('serialNumber ~ sn and type = network-device')).total).toBe(0)
    expect((await list('not type = printer')).total).toBe(rows.filter(({ type }) => type !== 'printer').length + 3)
  })

  it('are found by wildcards and quotes literally', async () => {
    const { ctx } = await setUp()
    for (const text of ['%', '_', "' or 1=1 --", '(a+)+$', '\\', '"', '🙂', 'é'.repeat(500)]) {
      for (const field of ['name', 'os.name', 'tag', 'serialNumber', 'forbidden', 'segment']) {
        const query = `${field} ~ "${text.replace(/["\\]/g, '\\$&')}"`
        expect((await listDevices(ctx, deviceQuerySchema.parse({ query }))).total, query).toBe(0)
      }
    }
  })
})
