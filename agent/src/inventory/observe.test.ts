import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { type Observation, observationSchema } from '@rollcall/shared/inventory/observation.ts'
import { findProgram } from '@rollcall/shared/node/find-program.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { localHost } from '../platform/local.ts'
import { type Recording, recordedHost } from '../platform/testing/recorded-host.ts'
import { observe } from './observe.ts'

const id = '01990000-0000-7000-8000-000000000001'
const options = { now: () => new Date('2026-11-20T08:00:00Z'), newId: () => id }
const observeRecording = async (recording: Recording) =>
  observationSchema.parse(await observe(recordedHost(recording), options))

describe('a recorded machine', () => {
  const files = {
    '/proc/sys/kernel/hostname': 'db7\n',
    '/etc/hosts': '192.0.2.7 db7.example.com db7\n',
    '/etc/machine-id': '0123456789abcdef0123456789abcdef\n',
    '/sys/class/dmi/id/sys_vendor': 'Example\n',
    '/sys/class/dmi/id/product_serial': 'System Serial Number\n',
    '/sys/class/dmi/id/product_uuid': '4C4C4544-0042-3510-8052-B4C04F395032\n',
    '/sys/class/dmi/id/board_asset_tag': 'i-0abcdef1234567890\n',
    '/sys/class/net/eth0/address': '02:fc:00:00:00:01\n',
    '/sys/class/net/eth0/operstate': 'up\n',
    '/sys/class/net/eth0/device/vendor': '1\n',
    '/sys/class/net/docker0/address': '02:42:00:00:00:01\n',
    '/sys/class/net/docker0/operstate': 'up\n',
  }
  const addresses = JSON.stringify([
    {
      ifname: 'eth0',
      addr_info: [
        { local: '192.0.2.7', prefixlen: 24 },
        { local: 'fe80::1', prefixlen: 64 },
      ],
    },
    { ifname: 'docker0', addr_info: [{ local: '172.17.0.1', prefixlen: 16 }] },
  ])
  const programs = {
    'ip -json addr': addresses,
    'ip -json -4 route show default': '[]',
    'ip -json -6 route show default': '[]',
  }

  it('is identified by its own values, as reported', async () => {
    const seen = await observeRecording({ files, programs })
    expect(seen).toMatchObject({
      id,
      source: 'Agent',
      depth: 'audit',
      type: 'computer',
      name: 'db7',
      dnsName: 'db7.example.com',
    })
    expect(seen.identity).toEqual({
      biosUuid: '4c4c4544-0042-3510-8052-b4c04f395032',
      machineId: '0123456789abcdef0123456789abcdef',
      manufacturer: 'Example',
      // A placeholder: not shown as hardware, but reconciliation judges it.
      serialNumber: 'System Serial Number',
      cloudInstanceId: 'i-0abcdef1234567890',
      chassisSerials: [],
      sshHostKeys: [],
      macAddresses: ['02:fc:00:00:00:01'],
      ipAddresses: ['192.0.2.7'],
      hostname: 'db7',
      domain: 'example.com',
    })
    expect(seen.hardware?.system.serialNumber).toBeUndefined()
    expect(seen.evidence).toContainEqual({ field: 'system.manufacturer', value: 'Example', source: 'dmi' })
    expect(seen.software).toBeUndefined()
  })

  it.each([
    ['virtual-machine', 'kvm', ''],
    ['computer', 'none', ''],
    ['hypervisor', 'none', 'Package: pve-manager\nStatus: install ok installed\nVersion: 8.1\n'],
  ])('is a %s', async (type, kind, status) => {
    const recording = {
      files: { ...files, '/var/lib/dpkg/status': status },
      programs: { ...programs, 'systemd-detect-virt': `${kind}\n` },
    }
    expect((await observeRecording(recording)).type).toBe(type)
  })

  it('reports a broken package manager, without its packages', async () => {
    const seen = await observeRecording({
      files: { ...files, '/var/lib/rpm/rpmdb.sqlite': '', '/var/lib/snapd/snaps/mine_1.snap': '' },
      programs: { ...programs, rpm: { code: 2, stderr: 'locked\n' }, snap: 'Name\nmine 1 1 - me -\n' },
    })
    expect(seen.software?.map(({ name }) => name)).toEqual(['mine'])
    expect(seen.truncated).toEqual(['software: without rpm (rpm ended with 2: locked)'])
    expect(seen.probes).toContainEqual({ probe: 'rpm', outcome: 'failed', detail: 'rpm ended with 2: locked' })
  })

  it('is an observation even without any data', async () => {
    const seen = await observeRecording({})
    expect(seen).toMatchObject({ name: 'unknown', identity: { macAddresses: [] } })
    expect(seen.network).toBeUndefined()
  })

  it('survives hostile text', async () => {
    const evil = {
      ...files,
      '/proc/sys/kernel/hostname': `${'x'.repeat(5000)}\u0000\u001b[31m`,
      '/etc/hosts': '\ud800 \ud800.x',
    }
    expect((await observeRecording({ files: evil, programs })).name.length).toBeLessThanOrEqual(256)
  })
})

/** Returns the output of a tool of this machine; empty if the tool is not installed. */
const output = (program: string, ...args: string[]) => {
  const path = findProgram(program)
  return path === undefined ? '' : execFileSync(path, args, { encoding: 'utf8', maxBuffer: 2 ** 26 })
}

/** Physical interfaces: the others come and go with containers and other tests. */
const physical = (seen: Observation) => (seen.network?.interfaces ?? []).filter(({ virtual }) => !virtual)

/** Returns the file systems of findmnt that are on devices, each at its shortest mount point. */
function mountedOnDevices(): string[] {
  type Row = { target: string; source: string; fstype: string; fsroot: string }
  const printed = output('findmnt', '--json', '--list', '--real', '--output', 'TARGET,SOURCE,FSTYPE,FSROOT')
  const rows: Row[] = JSON.parse(printed).filesystems
  const whole = rows.filter(
    ({ source, fsroot, fstype }) => source.startsWith('/dev/') && fsroot === '/' && fstype !== 'squashfs',
  )
  const bySource = Map.groupBy(whole, ({ source }) => source)
  return [...bySource.values()].flatMap((mounts) => {
    const [first] = mounts.toSorted((left, right) => left.target.length - right.target.length)
    return first ? [`${first.target} ${first.fstype}`] : []
  })
}

describe('this machine', () => {
  let seen: Observation
  let mountedBefore: string[]
  beforeAll(async () => {
    mountedBefore = mountedOnDevices()
    seen = observationSchema.parse(await observe(localHost(), options))
  })

  it('is equal in two observations, except for free space and the ports of other tests', async () => {
    const again = observationSchema.parse(await observe(localHost(), options))
    const lasting = (one: Observation) =>
      JSON.stringify({ ...one, network: { ...one.network, interfaces: physical(one) } }, (key, value: unknown) =>
        ['freeBytes', 'ipAddresses', 'listeners'].includes(key) ? undefined : value,
      )
    expect(lasting(again)).toBe(lasting(seen))
  })

  it('has the kernel, memory and processors of /proc', () => {
    const kibibytes = /MemTotal:\s+(\d+)/.exec(readFileSync('/proc/meminfo', 'utf8'))?.[1]
    expect(seen.hardware?.memory?.totalBytes).toBe(Number(kibibytes) * 1024)
    expect(seen.hardware?.os?.kernel).toBe(readFileSync('/proc/sys/kernel/osrelease', 'utf8').trim())
    const threads = readFileSync('/proc/cpuinfo', 'utf8').match(/^processor\s*:/gm)?.length
    expect(seen.hardware?.processors?.reduce((sum, processor) => sum + (processor.threads ?? 0), 0)).toBe(threads)
  })

  it('has the root volume of df', () => {
    const [, size] = output('df', '--output=size', '-B1', '/').trim().split('\n')
    expect(seen.hardware?.volumes?.find(({ mount }) => mount === '/')?.sizeBytes).toBe(Number(size))
  })

  it('has the disks of lsblk', () => {
    type Row = { name: string; type: string; size: number; tran: string | null }
    const printed = output('lsblk', '--json', '--nodeps', '--bytes', '--output', 'NAME,TYPE,SIZE,TRAN')
    const rows: Row[] = JSON.parse(printed).blockdevices
    const expected = rows.filter(({ name, type }) => type === 'disk' && existsSync(`/sys/block/${name}/device`))
    expect(
      seen.hardware?.disks?.filter(({ kind }) => kind !== 'optical').map(({ name, sizeBytes }) => [name, sizeBytes]),
    ).toEqual(expected.map(({ name, size }) => [name, size]).sort())
    const withBus = expected.flatMap(({ name, tran }) => (tran ? [[name, tran]] : []))
    expect(seen.hardware?.disks?.map(({ name, bus }) => [name, bus])).toEqual(expect.arrayContaining(withBus))
  })

  it('has the file systems of findmnt that are on devices', () => {
    const found = (seen.hardware?.volumes ?? []).map(({ mount, fileSystem }) => `${mount} ${fileSystem}`)
    // Other tests mount and unmount at the same time.
    const now = new Set(mountedOnDevices())
    const lasting = mountedBefore.filter((line) => now.has(line))
    expect(found).toEqual(expect.arrayContaining(lasting))
    expect(found.filter((line) => line.startsWith('/ '))).toHaveLength(1)
  })

  it('has the time of its start in /proc', () => {
    const seconds = Number(/^btime (\d+)$/m.exec(readFileSync('/proc/stat', 'utf8'))?.[1])
    expect(seen.hardware?.os?.bootedAt).toBe(new Date(seconds * 1000).toISOString())
  })

  it('has exactly the packages that dpkg-query lists as installed', () => {
    const format = `\${db:Status-Abbrev}\t\${Package}\t\${Version}\t\${Architecture}\n`
    const installed = output('dpkg-query', '-W', `-f=${format}`)
      .split('\n')
      .filter((line) => line[1] === 'i')
      .map((line) => line.split('\t').slice(1).join(' '))
    const found = seen.software?.filter(({ source }) => source === 'dpkg') ?? []
    expect(found.map(({ name, version, architecture }) => `${name} ${version} ${architecture}`).sort()).toEqual(
      installed.sort(),
    )
  })

  it('has the interfaces of /sys and their MACs', () => {
    const names = readdirSync('/sys/class/net')
    const withHardware = names.filter((name) => existsSync(`/sys/class/net/${name}/device`))
    expect(physical(seen).map(({ name, macAddress }) => [name, macAddress])).toEqual(
      withHardware.sort().map((name) => [name, readFileSync(`/sys/class/net/${name}/address`, 'utf8').trim()]),
    )
    expect(seen.network?.interfaces.map(({ name }) => name)).toContain('lo')
  })

  it('has the addresses of ip', () => {
    type Row = { ifname: string; addr_info: { local: string; prefixlen: number; temporary?: boolean }[] }
    const rows: Row[] = JSON.parse(output('ip', '-json', 'addr'))
    const lasting = new Set(['lo', ...physical(seen).map(({ name }) => name)])
    const expected = rows.flatMap(({ ifname, addr_info }) =>
      addr_info.filter(({ temporary }) => !temporary).map(({ local, prefixlen }) => `${ifname} ${local}/${prefixlen}`),
    )
    const found = (seen.network?.interfaces ?? []).flatMap(({ name, addresses }) =>
      addresses.map(({ address, prefixLength }) => `${name} ${address}/${prefixLength}`),
    )
    const ofLasting = (lines: string[]) => lines.filter((line) => lasting.has(line.split(' ')[0] ?? '')).sort()
    expect(ofLasting(found)).toEqual(ofLasting(expected))
  })

  it('has the same addresses and gateways without iproute2', async () => {
    const withoutIp = {
      ...localHost(),
      hasProgram: async (name: string) => name !== 'ip' && findProgram(name) !== undefined,
    }
    const blind = observationSchema.parse(await observe(withoutIp, options))
    expect(physical(blind)).toEqual(physical(seen))
    expect(blind.network?.defaultGateways).toEqual(seen.network?.defaultGateways)
    expect(blind.probes.find(({ probe }) => probe === 'proc-addresses')?.outcome).toBe('ok')
  })

  it('has the fingerprints that ssh-keygen shows', () => {
    const keys = readdirSync('/etc').includes('ssh') ? readdirSync('/etc/ssh') : []
    const shown = keys
      .filter((name) => /^ssh_host_.*_key\.pub$/.test(name))
      .map((name) => output('ssh-keygen', '-lf', `/etc/ssh/${name}`).split(' ')[1])
    expect(seen.identity.sshHostKeys).toEqual(shown.sort())
  })

  it('has the host name of the kernel', () => {
    const [hostname] = readFileSync('/proc/sys/kernel/hostname', 'utf8').trim().split('.')
    expect([seen.name, seen.identity.hostname]).toEqual([hostname, hostname])
  })
})

it('names whole sections where too many paths were not read', async () => {
  const failing = {
    name: 'many',
    reads: Array.from({ length: 300 }, (_, index) => `path${index}`),
    isAvailable: async () => true,
    collect: async () => Promise.reject(new Error('no')),
  }
  const sources = { hardware: [failing], software: [], network: [], identity: [] }
  expect((await observe(recordedHost({}), { ...options, sources })).incomplete).toEqual(['hardware'])
})
