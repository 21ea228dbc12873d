import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { localHost } from '../../../platform/local.ts'
import { type Recording, recordedHost } from '../../../platform/testing/recorded-host.ts'
import type { HardwarePart } from '../../parts.ts'
import type { Source } from '../../source.ts'
import { crictl, parseCrictl } from './crictl.ts'
import { docker, parseDockerPs } from './docker.ts'
import { grepFiles } from './grep-files.ts'
import { kubernetesNode, parseVersion } from './kubernetes-node.ts'
import { libvirt } from './libvirt.ts'
import { lxc } from './lxc.ts'
import { parseContainer, podman } from './podman.ts'
import { proxmox } from './proxmox.ts'
import { parseMachine, parseRegistry, virtualbox } from './virtualbox.ts'

const id = (digit: string) => digit.repeat(64)

/** Collects from recorded files; `grep` runs on their contents. */
async function collect(source: Source<HardwarePart>, recording: Recording): Promise<HardwarePart> {
  const host = recordedHost(recording)
  const folder = await mkdtemp(join(tmpdir(), 'hosted-'))
  try {
    const withGrep = {
      ...host,
      run: async (...[program, args, options]: Parameters<typeof host.run>) => {
        if (program !== 'grep') return host.run(program, args, options)
        const start = args.indexOf('--') + 1
        const copies = await Promise.all(
          args.slice(start).map(async (path, index) => {
            await writeFile(join(folder, `${index}`), recording.files?.[path] ?? '')
            return join(folder, `${index}`)
          }),
        )
        const result = await localHost().run('grep', [...args.slice(0, start), ...copies], options)
        const named = copies.reduceRight(
          (text, copy, index) => text.replaceAll(`${copy}:`, `${args[start + index]}:`),
          result.stdout,
        )
        return { ...result, stdout: named }
      },
    }
    expect(await source.isAvailable(withGrep)).toBe(true)
    return await source.collect(withGrep)
  } finally {
    await rm(folder, { recursive: true })
  }
}

it('lets no secret of a file through, and keeps the files apart', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'grep-'))
  const paths = ['a', 'a:"Name":"b', 'none', '-e'].map((name) => join(folder, name))
  await writeFile(paths[0] ?? '', '{"Env":["PASSWORD=secret","\\"Name\\":\\"forged\\""],"Name":"/a"}')
  await writeFile(paths[1] ?? '', '"Name":"/b"\n"Name":"/c"')
  await writeFile(paths[3] ?? '', '')
  const found = await grepFiles(localHost(), '"Name":"[^"\\\\]*"', paths)
  expect([...found.values()]).toEqual([['"Name":"/a"'], ['"Name":"/b"', '"Name":"/c"'], [], []])
  await rm(folder, { recursive: true })
})

describe('docker', () => {
  const config = (name: string, state: object, image = 'nginx:1.25') =>
    JSON.stringify({
      State: { Running: false, Paused: false, ...state },
      ID: id('a'),
      Created: '2026-11-20T08:00:00.123456789Z',
      Config: { Env: ['PASSWORD=secret', '"Name":"forged"'], Image: image },
      Image: `sha256:${id('f')}`,
      Name: name,
    })

  it('lists containers from its files', async () => {
    const files = {
      [`/var/lib/docker/containers/${id('a')}/config.v2.json`]: config('/web', { Running: true }),
      [`/var/lib/docker/containers/${id('b')}/config.v2.json`]: config('/db', { Running: true, Paused: true }),
      [`/var/lib/docker/containers/${id('c')}/config.v2.json`]: config('/old', {}),
      [`/var/lib/docker/containers/${id('d')}/config.v2.json`]: 'damaged',
      '/var/lib/docker/containers/odd/config.v2.json': config('/never', {}),
    }
    const { containers = [] } = await collect(docker, { files })
    expect(containers.map(({ name, image, state, createdAt }) => [name, image, state, createdAt].join(' '))).toEqual([
      'web nginx:1.25 running 2026-11-20T08:00:00.000Z',
      'db nginx:1.25 paused 2026-11-20T08:00:00.000Z',
      'old nginx:1.25 stopped 2026-11-20T08:00:00.000Z',
    ])
  })

  it('lists those of the folder that its settings name, and of its snap, and none of a former folder', async () => {
    const container = (root: string, digit: string, name: string) => ({
      [`${root}/containers/${id(digit)}/config.v2.json`]: config(name, {}),
    })
    const files = {
      '/etc/docker/daemon.json': '{"proxies":{"http-proxy":"http://u:secret@p"}, "data-root": "/srv/docker/"}',
      ...container('/var/lib/docker', 'a', '/former'),
      ...container('/srv/docker', 'b', '/now'),
      ...container('/var/snap/docker/common/var-lib-docker', 'c', '/snapped'),
    }
    expect((await collect(docker, { files })).containers?.map(({ name }) => name)).toEqual(['now', 'snapped'])
  })

  it('asks its daemon if the files are not readable', async () => {
    const row = {
      ID: id('a'),
      Names: 'web',
      Image: 'nginx',
      State: 'exited',
      CreatedAt: '2026-11-20 09:00:00 +0100 CET',
    }
    const recording = { files: { '/run/docker.sock': '' }, programs: { docker: `${JSON.stringify(row)}\n` } }
    expect((await collect(docker, recording)).containers).toEqual([
      {
        runtime: 'docker',
        id: id('a'),
        name: 'web',
        image: 'nginx',
        state: 'stopped',
        createdAt: '2026-11-20T08:00:00.000Z',
      },
    ])
    expect(parseDockerPs('no json\n[]\n{"ID":{}}\n\n')).toEqual([])
  })
})

describe('podman', () => {
  const entry = (digit: string, metadata: unknown) => ({
    id: id(digit),
    names: ['by-name'],
    image: id('9'),
    metadata: typeof metadata === 'string' ? metadata : JSON.stringify(metadata),
    created: '2026-11-20T08:00:00.1Z',
  })

  it('lists containers of root and of users, from files that belong to them', async () => {
    const system = '/var/lib/containers/storage/overlay-containers/containers.json'
    const mine = '/home/alice/.local/share/containers/storage'
    const files = {
      '/etc/passwd': 'alice:x:1000:1000::/home/alice:/bin/sh\nbob:x:1001:1001::/home/bob:/bin/sh\n',
      [system]: JSON.stringify([
        entry('a', { 'image-name': 'nginx', name: 'web' }),
        entry('b', { 'pod-id': 'x', name: 'pod' }),
      ]),
      [`${mine}/overlay-containers/containers.json`]: JSON.stringify([entry('c', 'no json'), { id: 'odd' }, 7]),
      '/home/bob/.local/share/containers/storage/overlay-containers/containers.json': JSON.stringify([entry('d', {})]),
      [`/run/containers/storage/overlay-containers/${id('a')}/userdata/pidfile`]: '812',
      [`/run/containers/storage/overlay-containers/${id('b')}/userdata/pidfile`]: '999',
      '/proc/812/comm': 'conmon\n',
    }
    const owners = { [mine]: 1000, [`${mine}/overlay-containers/containers.json`]: 1000 }
    const { containers = [] } = await collect(podman, { files, owners })
    expect(containers.map(({ runtime, name, image, state }) => [runtime, name, image, state])).toEqual([
      ['podman', 'web', 'nginx', 'running'],
      ['cri-o', 'pod', id('9'), 'stopped'],
      ['podman', 'by-name', id('9'), 'stopped'],
    ])
    expect(parseContainer({ id: '../../etc' })).toBeUndefined()
  })
})

it('LXC, LXD and Incus: containers and machines by their folders', async () => {
  const files = {
    '/var/lib/lxc/one/config': '',
    '/var/lib/lxc/two/config': '',
    '/var/lib/incus/containers/three/x': '',
    '/var/lib/incus/virtual-machines/four/x': '',
    '/sys/fs/cgroup/lxc.payload.two/cgroup.procs': '',
  }
  expect(await collect(lxc, { files })).toEqual({
    containers: [
      { runtime: 'lxc', id: 'one', name: 'one', state: 'stopped' },
      { runtime: 'lxc', id: 'two', name: 'two', state: 'running' },
      { runtime: 'incus', id: 'three', name: 'three', state: 'stopped' },
    ],
    guests: [{ hypervisor: 'incus', name: 'four' }],
  })
})

it('crictl: containers of Kubernetes', async () => {
  const container = {
    id: id('a'),
    metadata: { name: 'coredns' },
    image: { image: `sha256:${id('f')}`, userSpecifiedImage: 'coredns:1.11' },
    state: 'CONTAINER_RUNNING',
    createdAt: '1700000000000000000',
  }
  const programs = { crictl: JSON.stringify({ containers: [container, { id: 7 }, 'x'] }) }
  const { containers = [] } = await collect(crictl, { files: { '/run/containerd/containerd.sock': '' }, programs })
  expect(containers[0]).toEqual({
    runtime: 'containerd',
    id: id('a'),
    name: 'coredns',
    image: 'coredns:1.11',
    createdAt: '2023-11-14T22:13:20.000Z',
    state: 'running',
  })
  expect(() => parseCrictl('level=fatal')).toThrow('crictl printed no JSON')
})

it('libvirt: machines with memory, processors and state, without the password of a screen', async () => {
  const domain = (name: string) => `<!-- made -->
<domain type='kvm'>
  <name>${name}</name>
  <uuid>4c4c4544-0042-3510-8052-b4c04f395032</uuid>
  <memory unit='MiB'>2048</memory>
  <currentMemory unit='KiB'>1</currentMemory>
  <vcpu placement='static' current='1'>4</vcpu>
  <devices><graphics type='vnc' passwd='secret'/></devices>
</domain>
`
  const files = {
    '/etc/libvirt/qemu/db.xml': domain('db &amp; more'),
    '/etc/libvirt/qemu/web.xml': domain('web'),
    '/etc/libvirt/qemu/off.xml': '<domain><name></name></domain>',
    '/etc/libvirt/qemu/idle.xml': '<domain>\n  <name>idle</name>\n  <memory>1024</memory>\n</domain>',
    '/run/libvirt/qemu/db.xml': "<domstatus state='running' reason='booted' pid='1'>\n",
    '/run/libvirt/qemu/web.xml': "<domstatus state='paused' reason='user' pid='1'>\n",
    '/run/libvirt/qemu/of-ovirt.xml': `<domstatus state='running' reason='booted' pid='1'>\n${domain('of-ovirt')}</domstatus>`,
  }
  const uuid = '4c4c4544-0042-3510-8052-b4c04f395032'
  const shared = { hypervisor: 'libvirt', uuid, memoryBytes: 2 ** 31, processors: 4 }
  expect((await collect(libvirt, { files })).guests).toEqual([
    { ...shared, name: 'db & more', state: 'running' },
    {
      hypervisor: 'libvirt',
      name: 'idle',
      uuid: undefined,
      memoryBytes: 2 ** 20,
      processors: undefined,
      state: 'stopped',
    },
    { ...shared, name: 'web', state: 'paused' },
    // Without a definition: it is gone when it stops.
    { ...shared, name: 'of-ovirt', state: 'running' },
  ])
})

it('Proxmox: machines and containers by their current settings, without templates', async () => {
  const files = {
    '/etc/pve/qemu-server/100.conf':
      'cipassword: secret\ncores: 2\nmemory: 4096\nname: db\nsmbios1: uuid=4C4C4544-0042-3510-8052-B4C04F395032\nsockets: 2\n\n[before]\nname: older\nmemory: 1\n',
    '/etc/pve/qemu-server/101.conf': 'name: base\ntemplate: 1\n',
    '/etc/pve/lxc/200.conf': 'hostname: proxy\nostype: debian\n',
    '/run/qemu-server/100.pid': '1',
  }
  expect(await collect(proxmox, { files })).toEqual({
    guests: [
      {
        hypervisor: 'proxmox',
        name: 'db',
        uuid: '4c4c4544-0042-3510-8052-b4c04f395032',
        memoryBytes: 2 ** 32,
        processors: 4,
        state: 'running',
      },
    ],
    containers: [{ runtime: 'lxc', id: '200', name: 'proxy', image: 'debian', state: 'stopped' }],
  })
})

it('Kubernetes: the distribution, version and server of a node', async () => {
  const config =
    'clusters:\n- cluster:\n    server: "https://192.0.2.7:6443"\nusers:\n- user:\n    client-key-data: secret\n'
  const files = { '/var/lib/kubelet/config.yaml': '', '/etc/kubernetes/kubelet.conf': config }
  expect(await collect(kubernetesNode, { files, programs: { kubelet: 'Kubernetes v1.29.4\n' } })).toEqual({
    kubernetesNode: { distribution: 'kubernetes', version: '1.29.4', server: 'https://192.0.2.7:6443' },
  })
  const microk8s = {
    '/var/snap/microk8s/current/args/kubelet': '',
    '/snap/microk8s/current/meta/snap.yaml': 'name: microk8s\nversion: v1.28.3\n',
    ...files,
  }
  expect((await collect(kubernetesNode, { files: microk8s })).kubernetesNode).toMatchObject({
    distribution: 'microk8s',
    version: '1.28.3',
  })
  expect(parseVersion('k3s version v1.29.4+k3s1 (94e29e2e)')).toBe('1.29.4+k3s1')
  expect(parseVersion('command not found')).toBeUndefined()
})

describe('VirtualBox', () => {
  const settings = '/home/alice/.config/VirtualBox/VirtualBox.xml'
  const machines = '/home/alice/VirtualBox VMs'
  const registry = `<VirtualBox xmlns="http://www.virtualbox.org/" version="1.12-linux"><Global>
    <MachineRegistry>
      <MachineEntry uuid="{d1a3}" src="${machines}/R&amp;D/R&amp;D.vbox"/>
      <MachineEntry uuid="{d1a4}" src="${machines}/linked.vbox"/>
      <MachineEntry uuid="{d1a5}" src="Machines/relative.vbox"/>
    </MachineRegistry></Global></VirtualBox>`
  const machine = `<VirtualBox><Machine uuid="{d1a3}" name="R&amp;D" OSType="Debian_64">
    <Hardware><CPU count="2"><PAE enabled="true"/></CPU><Memory RAMSize="4096"/>
    <RemoteDisplay><VRDEProperties><Property name="Security" value="secret"/></VRDEProperties></RemoteDisplay>
    </Hardware></Machine></VirtualBox>`

  it('machines of users, from files that belong to them', async () => {
    const files = {
      '/etc/passwd': 'alice:x:1000:1000::/home/alice:/bin/sh\n',
      [settings]: registry,
      [`${machines}/R&D/R&D.vbox`]: machine,
      [`${machines}/linked.vbox`]: machine.replace('R&amp;D', 'of root'),
    }
    const own = [settings, '/home/alice/.config/VirtualBox', `${machines}/R&D/R&D.vbox`]
    const owners = Object.fromEntries(own.map((path) => [path, 1000]))
    const host = recordedHost({ files, owners })
    expect(await virtualbox.isAvailable(host)).toBe(true)
    const cuts: string[] = []
    expect((await virtualbox.collect(host, (what) => cuts.push(what))).guests).toEqual([
      { hypervisor: 'virtualbox', name: 'R&D', uuid: 'd1a3', memoryBytes: 4_294_967_296, processors: 2 },
    ])
    expect(cuts).toEqual(['cannot read 1 of 2 virtual machines'])
    expect(await virtualbox.isAvailable(recordedHost({ files }))).toBe(false)
  })

  it('odd settings', () => {
    for (const text of ['', '<MachineEntry', '<MachineEntry >', '<MachineEntry src=>', '<'.repeat(100_000)]) {
      expect([parseRegistry(text), parseMachine(text)]).toEqual([[], undefined])
    }
    expect(parseMachine('<Machine name="a" uuid="x"><CPU count="many"><Memory RAMSize="-1"/>')).toEqual({
      hypervisor: 'virtualbox',
      name: 'a',
      uuid: 'x',
    })
  })
})
