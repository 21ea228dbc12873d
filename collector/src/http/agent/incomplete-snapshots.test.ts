import type { Device } from '@rollcall/shared/api/device.ts'
import type { SnapshotReport } from '@rollcall/shared/api/snapshot.ts'
import type { Observation, ObservationInput } from '@rollcall/shared/inventory/observation.ts'
import { expect, it } from 'vitest'
import { agent, at } from '../../ingest/testing/observations.ts'
import { describeOnEitherEngine } from '../../store/testing/stores.ts'
import { changesOf } from '../../testing/context.ts'
import { testAgent } from '../testing/agent.ts'
import { testApp } from '../testing/app.ts'

const bash = { name: 'bash', version: '5.2', source: 'rpm' }
const ssl = { name: 'openssl', version: '3.2', source: 'rpm' }
const pip = { name: 'pip', version: '24', source: 'pip' }

describeOnEitherEngine('a snapshot of an agent that could not read everything', ({ open }) => {
  async function setUp() {
    const { call, ctx, advance } = await testApp(await open())
    const { agentId, send } = await testAgent(call, 'pc-1')
    const get = async <T>(path: string) => (await (await call('GET', `/api/v1/${path}`)).json()) as T
    let hour = 0
    /** Sends the snapshot of the next hour; returns the change log entries that it makes. */
    const changesBy = async (seen: Partial<ObservationInput>) => {
      const before = (await changesOf(ctx)).length
      const { truncated = [], incomplete, ...rest } = seen
      const observation = { ...agent(hour * 60, { agentId, hostname: 'pc-1', ...rest }), truncated, incomplete }
      hour += 1
      advance(3600)
      const [status, { deviceId, snapshotId }] = await send(observation as Observation)
      expect(status).toBe(201)
      const changes = (await changesOf(ctx)).slice(before)
      const { data, sections } = await get<Device>(`devices/${deviceId}`)
      const report = await get<SnapshotReport>(`snapshots/${snapshotId}/report`)
      return { changes: changes.map(({ verb, field }) => `${verb} ${field}`), data, sections, report, snapshotId }
    }
    return { get, changesBy }
  }

  it('changes no software of the package manager that failed, and logs the changes of others', async () => {
    const { get, changesBy } = await setUp()
    const { snapshotId: whole } = await changesBy({ software: [bash, ssl, pip] })
    const failed = {
      software: [{ ...pip, version: '25' }],
      incomplete: ['software[rpm]'],
      truncated: ['software: without rpm (locked)'],
    }
    const { changes, data, report } = await changesBy(failed)
    expect(changes).toEqual(['Modified pip'])
    expect(data?.software.map(({ name, version }) => `${name} ${version}`)).toEqual([
      'bash 5.2',
      'openssl 3.2',
      'pip 25',
    ])
    expect(report.truncated).toEqual([
      'not read, so the values before are shown: software[rpm]',
      'software: without rpm (locked)',
    ])
    const { items } = await get<{ items: { name: string; installations: number }[] }>('software')
    expect(items.map(({ name, installations }) => `${name} ${installations}`)).toEqual([
      'bash 1',
      'openssl 1',
      'pip 0',
      'pip 1',
    ])
    const { changes: none, sections, snapshotId } = await changesBy(failed)
    expect(none).toEqual([])
    // The date of the part stays that of its last reading.
    expect(sections.software).toEqual({
      readAt: at(120),
      source: 'Agent',
      snapshotId,
      earlier: [{ path: 'software[rpm]', readAt: at(0), snapshotId: whole }],
    })
    const { changes: after } = await changesBy({ software: [bash, { ...pip, version: '25' }] })
    expect(after).toEqual(['Deleted openssl'])
  })

  it('shows the last list with its date if no source of the section could be read', async () => {
    const { changesBy } = await setUp()
    const { snapshotId } = await changesBy({ software: [bash, pip] })
    const failed = { incomplete: ['software[rpm]', 'software[pip]'], truncated: ['software: without rpm (locked)'] }
    const shown = { readAt: at(0), source: 'Agent', snapshotId, earlier: [] }
    for (let tries = 0; tries < 2; tries += 1) {
      const { changes, data, sections } = await changesBy(failed)
      expect({ changes, software: data?.software, origin: sections.software }).toEqual({
        changes: [],
        software: [bash, pip],
        origin: shown,
      })
    }
    // The part is completed from the last snapshot that read it.
    const { changes, data } = await changesBy({ software: [{ ...pip, version: '25' }], incomplete: ['software[rpm]'] })
    expect(changes).toEqual(['Modified pip'])
    expect(data?.software.map(({ name }) => name)).toEqual(['bash', 'pip'])
  })

  it('is not completed from later snapshots when it arrives late', async () => {
    const { changesBy, get } = await setUp()
    await changesBy({ software: [bash, pip] })
    await changesBy({ software: [ssl, pip] })
    const late = { observedAt: at(30), software: [{ ...pip, version: '25' }], incomplete: ['software[rpm]'] }
    const { snapshotId, data } = await changesBy(late)
    expect(data?.software.map(({ name }) => name)).toEqual(['openssl', 'pip'])
    const { data: then } = await get<{ data: { software: { name: string }[] } }>(`snapshots/${snapshotId}`)
    expect(then.software.map(({ name }) => name)).toEqual(['bash', 'pip'])
  })

  it('changes no part of the hardware and the network whose source failed', async () => {
    const { changesBy } = await setUp()
    const whole = {
      hardware: {
        system: { model: 'T14', virtualization: 'kvm' },
        os: { name: 'Fedora Linux', version: '42' },
        processors: [{ model: 'i5', cores: 4 }],
        memory: { totalBytes: 8e9, modules: [{ slot: 'A', sizeBytes: 8e9 }] },
        disks: [{ name: 'sda', serialNumber: 'S1', health: { status: 'ok' as const, celsius: 40 } }],
        volumes: [{ mount: '/', freeBytes: 5, encryption: { state: 'on' as const } }, { mount: '/srv' }],
        components: [{ id: 'pci-1', class: 'module' }],
        accounts: [{ name: 'ada', id: '1000', isSignedIn: true }],
        systemServices: [{ name: 'sshd.service' }],
        containers: [
          { runtime: 'docker', id: 'a', name: 'web' },
          { runtime: 'podman', id: 'b', name: 'db' },
        ],
        security: { firewalls: [{ name: 'nftables', state: 'on' as const }] },
      },
      network: {
        hostname: 'pc-1',
        dnsServers: ['10.0.0.1'],
        interfaces: [{ name: 'eth0', addresses: [{ address: '10.0.0.5' }] }],
        listeners: [{ protocol: 'tcp' as const, address: '0.0.0.0', port: 22 }],
      },
    }
    const paths =
      'system os processors memory disks volumes components accounts systemServices security.firewalls'.split(' ')
    await changesBy(whole)
    const { changes, data } = await changesBy({
      hardware: {
        system: {},
        disks: [{ name: 'sda', health: { status: 'failing' } }],
        volumes: [{ mount: '/', freeBytes: 4 }],
        containers: [],
      },
      network: { hostname: 'pc-1', dnsServers: [], interfaces: [{ name: 'eth0' }] },
      incomplete: [
        ...paths.map((path) => `hardware.${path}`),
        'hardware.containers[docker]',
        'network.dnsServers',
        'network.interfaces.addresses',
        'network.listeners',
      ],
    })
    expect(changes).toEqual(['Modified disks[S1].health.status', 'Deleted containers[db]'])
    expect(data?.hardware).toMatchObject({
      system: { model: 'T14' },
      disks: [{ serialNumber: 'S1', health: { status: 'failing' } }],
      volumes: [{ mount: '/', freeBytes: 4, encryption: { state: 'on' } }, { mount: '/srv' }],
    })
    // A measurement of an earlier hour says nothing about this one.
    expect(data?.hardware.accounts?.[0]).not.toHaveProperty('isSignedIn')
    const { changes: again } = await changesBy(whole)
    expect(again).toEqual(['Modified disks[S1].health.status', 'Added containers[db]'])
  })

  it('is completed without its paths too, as agents of earlier releases send it', async () => {
    const { changesBy } = await setUp()
    await changesBy({ software: [bash, pip], hardware: { disks: [{ name: 'sda', serialNumber: 'S1' }] } })
    const truncated = ['software: without rpm (locked)', 'hardware: without disks (not finished within 30000 ms)']
    expect((await changesBy({ software: [pip], hardware: { disks: [] }, truncated })).changes).toEqual([])
  })

  it('makes the first reading of a part no change, if the part was never read before', async () => {
    const { changesBy } = await setUp()
    const disks = [{ name: 'sda', serialNumber: 'S1' }]
    const incomplete = ['software[rpm]', 'hardware.disks']
    for (let tries = 0; tries < 2; tries += 1) {
      await changesBy({ software: [pip], hardware: { system: { model: 'T14' }, disks: [] }, incomplete })
    }
    const { changes } = await changesBy({ software: [pip, bash], hardware: { system: { model: 'T15' }, disks } })
    expect(changes).toEqual(['Modified system.model'])
  })

  it('keeps the name of the device if the host name was not read', async () => {
    const { changesBy } = await setUp()
    await changesBy({ network: { hostname: 'pc-1' } })
    const incomplete = ['network.hostname']
    expect((await changesBy({ hostname: undefined, name: 'S-77', network: {}, incomplete } as never)).changes).toEqual(
      [],
    )
  })
})
