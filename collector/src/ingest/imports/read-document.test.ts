import { DomainError } from '@rollcall/shared/errors.ts'
import { newId } from '@rollcall/shared/ids.ts'
import { describe, expect, it } from 'vitest'
import { computer, networkSwitch, partial } from '../testing/documents.ts'
import { readDocument } from './read-document.ts'

const made = { id: newId(), now: '2026-11-20T08:00:00.000Z' }
const read = (document: unknown) => readDocument(document, made)

describe('a GLPI document', () => {
  it('of a computer contains its hardware, network and software', () => {
    const { observation, partial } = read(computer)
    expect(partial).toBeUndefined()
    expect(observation).toMatchObject({
      id: made.id,
      source: 'Import',
      type: 'computer',
      name: 'workbench',
      depth: 'audit',
      observedAt: '2026-11-20T07:30:00.000Z',
      identity: {
        agentId: 'glpi workbench-2026-11-01-10-00-00',
        biosUuid: '4c4c4544-0057-4210-8037-b7c04f373733',
        serialNumber: 'WB-7731',
        macAddresses: ['00:1b:21:aa:00:01'],
        ipAddresses: ['192.0.2.40', '2001:db8::40'],
      },
      hardware: {
        system: { manufacturer: 'Dell Inc.', model: 'Latitude 5540', chassis: 'Laptop' },
        os: { name: 'Debian GNU/Linux 12', kernel: '6.1.0' },
        processors: [{ cores: 10, threads: 12, speedMhz: 1600 }],
        memory: { totalBytes: 16_777_216_000, modules: [{ sizeBytes: 17_179_869_184, speedMhz: 3200 }] },
        disks: [{ name: 'nvme0n1', sizeBytes: 512_110_000_000 }],
        volumes: [{ mount: '/', freeBytes: 104_857_600_000 }],
        batteries: [{ name: 'battery 1', model: 'BAT0', serialNumber: 'B1' }],
        monitors: [{ port: 'monitor 1', model: 'U2723QE', serialNumber: 'MON1' }],
      },
      network: {
        hostname: 'workbench',
        ipAddress: '192.0.2.40',
        defaultGateways: ['192.0.2.1'],
        dnsServers: ['192.0.2.2', '192.0.2.3'],
        interfaces: [
          { name: 'lo', virtual: true },
          {
            name: 'eth0',
            speedBps: 1_000_000_000,
            operStatus: 'up',
            addresses: [
              { address: '192.0.2.40', prefixLength: 24 },
              { address: '2001:db8::40', prefixLength: 64 },
            ],
          },
        ],
      },
      software: [
        { name: 'vim', version: '9.0', source: 'dpkg', installDate: '2026-01-02T00:00:00.000Z' },
        { name: 'git', version: '2.39', installDate: '2026-02-03T00:00:00.000Z' },
      ],
    })
    expect(observation.hardware?.system.virtualization).toBeUndefined()
  })

  it('of a computer contains its dates, encryption, accounts and antivirus', () => {
    const content = {
      operatingsystem: { full_name: 'Fedora 31', boot_time: '2026-11-09 07:58:08', install_date: '2026-13-45' },
      storages: [{ name: 'sda', interface: 'SATA' }],
      drives: [
        { type: '/', label: 'root', encrypt_status: 'Yes', encrypt_name: 'LUKS1' },
        { type: '/boot', encrypt_status: 'No' },
        { type: '/srv', encrypt_status: 'perhaps' },
      ],
      local_users: [
        { login: 'ada', name: 'Ada', id: '1000', home: '/home/ada', shell: '/bin/bash' },
        { login: 'daemon', shell: '/usr/sbin/nologin' },
        { login: 'sync', shell: '/bin/sync' },
        { name: 'without a login' },
      ],
      users: [{ login: 'ada' }],
      antivirus: [
        { name: 'ClamAV', version: '1.4', enabled: true, uptodate: false, base_creation: '2026-11-08' },
        { enabled: true },
        { name: 'Other', enabled: 'yes' },
      ],
    }
    const { hardware } = read({ ...computer, content: { ...computer.content, ...content } }).observation
    expect(hardware).toMatchObject({
      os: { name: 'Fedora 31', bootedAt: '2026-11-09T07:58:08.000Z' },
      disks: [{ name: 'sda', bus: 'sata' }],
      volumes: [
        { mount: '/', label: 'root', encryption: { state: 'on', method: 'LUKS1' } },
        { mount: '/boot', encryption: { state: 'off' } },
        { mount: '/srv' },
      ],
      accounts: [{ name: 'ada', fullName: 'Ada', id: '1000', home: '/home/ada', shell: '/bin/bash', isSignedIn: true }],
    })
    expect(hardware?.os?.installedAt).toBeUndefined()
    expect(hardware?.volumes?.[2]?.encryption).toBeUndefined()
    expect(hardware?.accounts).toHaveLength(1)
    expect(JSON.parse(JSON.stringify(hardware?.security?.antivirus))).toEqual([
      { name: 'ClamAV', version: '1.4', state: 'on', isUpToDate: false, signaturesFrom: '2026-11-08T00:00:00.000Z' },
      { name: 'Other' },
    ])
  })

  it('of a computer contains its peripherals', () => {
    const content = {
      hardware: { ...computer.content.hardware, swap: 7951 },
      videos: [{ name: 'Arc A380', chipset: 'VGA', pcislot: '03:00.0', memory: 6144 }, { chipset: 'VGA' }, {}],
      monitors: [
        { port: 'HDMI-A-1', name: 'U2723QE', caption: 'x', manufacturer: 'Dell', serial: 'M1', description: '7/2019' },
        { caption: 'P24', description: '99/2019' },
        { description: '0/2012' },
      ],
      batteries: [
        { name: 'RWT1R43', manufacturer: 'SMP', serial: '34605', capacity: 57570, real_capacity: '50570' },
        { chemistry: 'LiP', capacity: -1, real_capacity: 'full' },
      ],
      printers: [
        { name: 'Office', driver: 'LaserJet', serial: 'MY47', port: 'smb://ada:secret@print/q', shared: false },
        { driver: 'without a name' },
      ],
      usbdevices: [
        { vendorid: '0bda', productid: '8153', manufacturer: 'Realtek', serial: 'U1' },
        { name: 'Token', caption: 'Key' },
      ],
      controllers: [{ caption: 'Host Bridge', type: 'Bridge' }],
    }
    const { hardware } = read({ ...computer, content: { ...computer.content, ...content } }).observation
    expect(JSON.parse(JSON.stringify(hardware))).toMatchObject({
      memory: { swapBytes: 8_337_227_776 },
      graphics: [{ name: 'Arc A380', bus: '03:00.0', memoryBytes: 6_442_450_944 }, { name: 'VGA' }],
      monitors: [
        { port: 'HDMI-A-1', manufacturer: 'Dell', model: 'U2723QE', serialNumber: 'M1', made: '2019-W07' },
        { port: 'monitor 2', model: 'P24' },
        { port: 'monitor 3', made: '2012' },
      ],
      batteries: [
        {
          name: 'battery 1',
          manufacturer: 'SMP',
          model: 'RWT1R43',
          serialNumber: '34605',
          designMilliwattHours: 57_570,
          fullMilliwattHours: 50_570,
        },
        { name: 'battery 2', chemistry: 'LiP' },
      ],
      printQueues: [
        { name: 'Office', driver: 'LaserJet', serialNumber: 'MY47', port: 'smb://print/q', isShared: false },
      ],
      components: [
        { id: 'controller-1', class: 'controller', name: 'Host Bridge', description: 'Bridge' },
        { id: 'usb-1', class: 'usb', name: '0bda:8153', manufacturer: 'Realtek', serialNumber: 'U1' },
        { id: 'usb-2', class: 'usb', name: 'Token' },
      ],
    })
    expect(hardware?.monitors?.[1]?.made).toBeUndefined()
    expect(hardware?.batteries?.[1]?.designMilliwattHours).toBeUndefined()
  })

  it('of a computer contains its firewalls, containers and virtual machines', () => {
    const content = {
      firewalls: [{ status: 'on' }, { description: 'Defender', profile: 'Public', status: 'off' }, { status: 'maybe' }],
      virtualmachines: [
        { name: 'web', uuid: '5506c9cf948e', image: 'nginx', vmtype: 'docker', status: 'off' },
        { name: 'ct', vmtype: 'lxc' },
        {
          name: 'win',
          uuid: 'd1a3',
          vmtype: 'VirtualBox',
          subsystem: 'Oracle',
          status: 'idle',
          memory: 2048,
          vcpu: 2,
        },
        { uuid: 'e2b4', subsystem: 'VMware', status: 'paused' },
        { name: 'odd', status: 'asleep', vcpu: -1 },
        { vmtype: 'docker' },
        {},
      ],
    }
    const { hardware } = read({ ...computer, content: { ...computer.content, ...content } }).observation
    expect(JSON.parse(JSON.stringify(hardware))).toMatchObject({
      security: {
        firewalls: [
          { name: 'firewall', state: 'on' },
          { name: 'Defender', profile: 'public', state: 'off' },
        ],
      },
      containers: [
        { runtime: 'docker', id: '5506c9cf948e', name: 'web', image: 'nginx', state: 'stopped' },
        { runtime: 'lxc', id: 'ct', name: 'ct' },
      ],
      guests: [
        {
          hypervisor: 'virtualbox',
          name: 'win',
          uuid: 'd1a3',
          memoryBytes: 2_147_483_648,
          processors: 2,
          state: 'running',
        },
        { hypervisor: 'vmware', name: 'e2b4', state: 'paused' },
        { hypervisor: 'unknown', name: 'odd' },
      ],
    })
  })

  it('of a switch contains its ports and connected devices', () => {
    const { observation } = read(networkSwitch)
    expect(observation).toMatchObject({
      type: 'network-device',
      name: 'sw-9',
      observedAt: made.now,
      identity: { serialNumber: 'FOC99887766', chassisSerials: ['FOC99887766'], hostname: 'sw-9' },
      hardware: {
        system: { location: 'Cellar' },
        firmware: { version: '15.2(7)E' },
        components: [{ id: '1', parentId: '0' }],
      },
      network: {
        ipAddress: '192.0.2.9',
        interfaces: [
          { name: 'Gi0/1', type: 'ethernetCsmacd', operStatus: 'up', adminStatus: 'up', speedBps: 1_000_000_000 },
          { name: 'Gi0/2', operStatus: 'down' },
        ],
        neighbors: [
          { port: 'Gi0/1', protocol: 'lldp', name: 'core-1', remotePort: 'Te1/1', macAddress: '00:1b:54:00:01:00' },
          { port: 'Gi0/2', protocol: 'forwarding', macAddress: '00:1b:21:aa:00:01' },
        ],
      },
    })
    expect(observation.identity.agentId).toBeUndefined()
  })

  it('of a printer contains its supplies', () => {
    const content = {
      network_device: { name: 'prn', serial: 'CN77' },
      cartridges: [{ tonerblack: '71', drumcyan: 'OK' }],
    }
    const { observation } = read({ deviceid: 'prn', action: 'netinventory', itemtype: 'Printer', content })
    expect(observation.hardware?.components).toEqual([
      { id: 'supply-1', class: 'supply', name: 'tonerblack', description: '71' },
      { id: 'supply-2', class: 'supply', name: 'drumcyan', description: 'OK' },
    ])
  })

  it.each([
    ['Printer', 'printer'],
    ['Phone', 'phone'],
    ['Unmanaged', 'unknown'],
  ])('of itemtype %s is a %s', (itemtype, type) => {
    expect(read({ ...computer, itemtype }).observation.type).toBe(type)
  })

  it('loses only malformed values', () => {
    const odd = {
      ...computer,
      content: {
        ...computer.content,
        hardware: { name: ['x'], memory: 'much', uuid: 7 },
        cpus: { name: 'alone' },
        softwares: ['text', null, { name: 'kept', version: { a: 1 }, filesize: -5 }],
        networks: 'none',
        drives: [{ type: '/', total: 1e30 }],
        somethingNew: [{ a: 1 }],
      },
    }
    const { observation } = read(odd)
    expect(observation).toMatchObject({
      identity: { serialNumber: 'WB-7731', biosUuid: '7' },
      hardware: { processors: [{ model: 'alone' }], volumes: [{ mount: '/' }] },
      software: [{ name: 'kept', version: '' }],
    })
    expect(observation.hardware?.memory?.totalBytes).toBeUndefined()
    expect(observation.network).toBeUndefined()
  })

  it('identifies the device by its agent, name or serial number', () => {
    const { deviceid } = computer
    const content = { softwares: [{ name: 'vim' }] }
    expect(read({ deviceid, content }).observation.identity).toMatchObject({ agentId: `glpi ${deviceid}` })
    expect(read({ ...partial({}), content: { softwares: [] } }).observation.software).toEqual([])
    for (const identity of [{ name: 'sw-9' }, { serial: 'FOC99887766' }, { mac: '00:1b:54:00:09:00' }]) {
      const { observation } = read({ ...networkSwitch, content: { network_device: identity } })
      expect(observation.network?.macAddress).toBe(identity.mac)
    }
  })

  it('in a zone ahead of UTC is dated now, not in the future', () => {
    const content = { ...computer.content, accesslog: { logdate: '2026-11-20 09:30:00' } }
    expect(read({ ...computer, content }).observation.observedAt).toBe(made.now)
  })

  it('is marked as partial', () => {
    expect(read(partial({ drives: [] })).partial).toMatchObject({ partial: true })
  })
})

describe('a Rollcall document', () => {
  it("is an agent's observation, as an import", () => {
    const observation = {
      schemaVersion: 1,
      id: newId(),
      source: 'Agent',
      observedAt: '2026-11-19T08:00:00Z',
      type: 'computer',
      name: 'pc',
      identity: { serialNumber: 'S1' },
      depth: 'audit',
    }
    expect(read(observation).observation).toMatchObject({ id: observation.id, source: 'Import', name: 'pc' })
    const software = [{ name: 'vim', installDate: 'soon' }]
    expect(read({ ...observation, software }).observation).toMatchObject({
      software: [{ name: 'vim', version: '' }],
      truncated: [expect.stringMatching(/^software\[\]\.installDate: left out/)],
    })
  })

  it('is a downloaded snapshot, identified by its data', () => {
    const data = {
      hardware: { system: { serialNumber: 'S2', manufacturer: 'HP' }, os: { name: 'Debian' } },
      software: [{ name: 'vim', version: '9' }],
      network: {
        hostname: 'pc-2',
        interfaces: [{ name: 'eth0', macAddress: '00:1b:21:aa:00:02', addresses: [] }],
        services: [],
      },
      customFields: {},
    }
    const snapshot = { id: newId(), deviceId: newId(), auditDate: '2026-11-19T08:00:00.000Z', source: 'Agent', data }
    expect(read(snapshot).observation).toMatchObject({
      source: 'Import',
      observedAt: snapshot.auditDate,
      name: 'pc-2',
      type: 'computer',
      identity: { serialNumber: 'S2', macAddresses: ['00:1b:21:aa:00:02'] },
      software: data.software,
    })
  })
})

const snapshotOfNone = {
  id: newId(),
  deviceId: newId(),
  auditDate: '2026-11-19T08:00:00Z',
  source: 'Manual',
  data: { hardware: {}, software: [{ name: 'vim', version: '9' }], network: {}, customFields: {} },
}
const observationOfNone = {
  schemaVersion: 1,
  id: newId(),
  source: 'Agent',
  observedAt: '2026-11-19T08:00:00Z',
  type: 'computer',
  name: ' ',
  identity: { manufacturer: 'HP', serialNumber: ' ' },
  depth: 'audit',
}
const switchOfNone = { type: 'Networking', manufacturer: 'Cisco', ips: ['127.0.0.1'] }

it.each([
  ['nothing', undefined, ''],
  ['text', 'text', ''],
  ['a list', [], ''],
  ['an empty object', {}, ''],
  ['a GLPI document without content', { deviceid: 'x', content: 1 }, '/content'],
  ['a GLPI document without deviceid', { deviceid: '', content: {} }, '/deviceid'],
  ['a GLPI document of nothing', { ...computer, content: {} }, '/content'],
  ['a partial GLPI document of nothing', { ...partial({}), content: { versionclient: '1' } }, '/content'],
  ['a GLPI document of empty sections', { ...computer, content: { hardware: {}, drives: [{}], cpus: [] } }, '/content'],
  [
    'a GLPI document of what are no sections',
    { ...computer, content: { accesslog: computer.content.accesslog, hardware: 5, bios: 'x', softwares: 7 } },
    '/content',
  ],
  ['a GLPI document of no certain device', { ...networkSwitch, content: { network_device: switchOfNone } }, '/content'],
  ['an observation of no certain device', observationOfNone, '/identity'],
  ['a snapshot of no certain device', snapshotOfNone, '/data'],
  ['an observation of another version', { schemaVersion: 2, identity: {} }, '/schemaVersion'],
  [
    'an observation with a list in a custom field',
    { schemaVersion: 1, identity: {}, customFields: { 'a/b~c': [] } },
    '/customFields/a~1b~0c',
  ],
  ['a snapshot without data', { auditDate: 'x', data: {} }, '/id'],
])('rejects %s and names the field', (_, document, path) => {
  const refused = () => read(document)
  expect(refused).toThrow(DomainError)
  expect(refused).toThrow(
    expect.objectContaining({ fields: expect.arrayContaining([expect.objectContaining({ path })]) }),
  )
})
