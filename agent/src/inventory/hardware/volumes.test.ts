import { describe, expect, it } from 'vitest'
import { LimitError } from '../../platform/host.ts'
import { recordedHost } from '../../platform/testing/recorded-host.ts'
import { parseMountinfo } from './mounts.ts'
import { volumes } from './volumes.ts'

const mountinfo = `22 27 0:21 / /proc rw - proc proc rw
24 27 0:6 / /dev rw - devtmpfs devtmpfs rw
27 1 254:1 / / rw,relatime shared:1 - ext4 /dev/vda1 rw
28 27 254:1 /srv/data /mnt/bind rw - ext4 /dev/vda1 rw
29 27 254:2 / /mnt/with\\040space rw master:2 - xfs /dev/mapper/vg-data rw
30 27 254:2 / /home/long/path/to/it rw - xfs /dev/mapper/vg-data rw
31 27 0:40 / /run rw - tmpfs tmpfs rw
32 27 7:1 / /snap/core/1 ro - squashfs /dev/loop1 ro
33 27 0:44 / /net/share rw - nfs4 server:/export rw
34 27 0:50 /@ /btrfs rw - btrfs /dev/sdb1 rw,subvol=/@
35 27 0:50 /@home /btrfs/home rw - btrfs /dev/sdb1 rw,subvol=/@home
36 27 0:60 / /tank rw - zfs tank rw
37 27 0:61 / /var/lib/docker/overlay2/x/merged rw - overlay overlay rw
`

describe('volumes', () => {
  it('are the real file systems, each once', () => {
    expect(
      parseMountinfo(mountinfo).map(({ mount, device, fileSystem }) => `${mount} ${device} ${fileSystem}`),
    ).toEqual([
      '/ /dev/vda1 ext4',
      '/btrfs /dev/sdb1 btrfs',
      '/mnt/with space /dev/mapper/vg-data xfs',
      '/net/share server:/export nfs4',
      '/tank tank zfs',
    ])
  })

  it("of a container are its root, not the host's files in it", () => {
    const container = `100 90 0:61 / / rw - overlay overlay rw
101 100 254:1 /var/lib/docker/containers/x/hosts /etc/hosts rw - ext4 /dev/vda1 rw`
    expect(parseMountinfo(container)).toEqual([
      { mount: '/', device: 'overlay', fileSystem: 'overlay', number: '0:61' },
    ])
  })

  it.each([
    ['an image-based system, at its root', ['/ostree/deploy/x / ext4 /dev/sda3', '/ /sysroot ext4 /dev/sda3'], ['/']],
    ['a share that is mounted twice', ['/a /mnt/a cifs //nas/share', '/ /mnt cifs //nas/share'], ['/mnt']],
    ['flash memory', ['/ /overlay ubifs ubi0:data', '/ /rom squashfs /dev/root'], ['/overlay']],
    ['an immutable root', ['/ / erofs /dev/vda2', '/ /snap/x squashfs /dev/loop1'], ['/']],
    ['an encrypted view', ['/ /home/ada ecryptfs /home/.ecryptfs/ada'], ['/home/ada']],
  ])('include %s', (_case, rows, mounts) => {
    const text = rows
      .map((row) => row.split(' '))
      .map(([root, mount, ...right]) => `1 1 8:3 ${root} ${mount} rw - ${right.join(' ')} rw`)
    expect(parseMountinfo(text.join('\n')).map(({ mount }) => mount)).toEqual(mounts)
  })

  it('have sizes, except network file systems, which are not queried', async () => {
    const sizes = { '/': { sizeBytes: 100, freeBytes: 40 }, '/mnt/with space': { sizeBytes: 10, freeBytes: 0 } }
    const host = {
      ...recordedHost({ files: { '/proc/self/mountinfo': mountinfo } }),
      fileSystemSize: async (mount: string) => {
        if (mount === '/net/share') throw new Error('queried')
        return sizes[mount as '/']
      },
    }
    const { volumes: found } = await volumes.collect(host)
    expect(found?.map(({ mount, sizeBytes, freeBytes }) => [mount, sizeBytes, freeBytes])).toEqual([
      ['/', 100, 40],
      ['/btrfs', undefined, undefined],
      ['/mnt/with space', 10, 0],
      ['/net/share', undefined, undefined],
      ['/tank', undefined, undefined],
    ])
  })

  it('are complete if a file system does not answer, which is named', async () => {
    const host = {
      ...recordedHost({ files: { '/proc/self/mountinfo': mountinfo } }),
      fileSystemSize: async (mount: string) => {
        if (mount === '/tank') throw new LimitError('no answer')
        return { sizeBytes: 1, freeBytes: 1 }
      },
    }
    const cuts: string[] = []
    expect((await volumes.collect(host, (what) => cuts.push(what))).volumes).toHaveLength(5)
    expect(cuts).toEqual(['has no size of 1 file systems that do not answer: /tank'])
  })

  it('have the name of the device behind /dev/root and /dev/dm-0', async () => {
    const files = {
      '/proc/self/mountinfo':
        '1 1 179:2 / / rw - ext4 /dev/root rw\n2 1 253:0 / /data rw - xfs /dev/dm-0 rw\n3 1 9:9 / /x rw - ext4 /dev/root rw\n',
      '/sys/dev/block/179:2/uevent': 'MAJOR=179\nDEVNAME=mmcblk0p2\nDEVTYPE=partition\n',
      '/sys/dev/block/253:0/uevent': 'DEVNAME=dm-0\n',
      '/sys/class/block/dm-0/dm/name': 'vg-data\n',
      '/sys/dev/block/9:9/uevent': 'DEVNAME=../../etc/passwd\n',
    }
    const { volumes: found } = await volumes.collect(recordedHost({ files }))
    expect(found?.map(({ device }) => device)).toEqual(['/dev/mmcblk0p2', '/dev/mapper/vg-data', '/dev/root'])
  })
})

/** Files of /sys for block devices: their attributes, and the devices below. */
const block = (name: string, values: Record<string, string>, slaves: string[] = []) => ({
  ...Object.fromEntries(
    Object.entries(values).map(([path, value]) => [`/sys/class/block/${name}/${path}`, `${value}\n`]),
  ),
  ...Object.fromEntries(slaves.map((slave) => [`/sys/class/block/${name}/slaves/${slave}/x`, ''])),
})
const disk = (name: string) => block(name, { 'device/model': 'x' })
const partition = (name: string, number: number) => block(name, { partition: `${number}` })
const mapped = (name: string, uuid: string, slaves: string[]) => block(name, { 'dm/uuid': uuid }, slaves)
const luks = (name: string, slave: string) => mapped(name, `CRYPT-LUKS2-0123-${name}`, [slave])

/** Returns the label and encryption of a file system on a device. */
async function detailsOn(name: string, files: Record<string, string>, more: { kind?: string; source?: string } = {}) {
  const { kind = 'ext4', source = `/dev/${name}` } = more
  const recorded = {
    '/proc/self/mountinfo': `1 1 ${kind === 'btrfs' ? '0:50' : '8:1'} / /data rw - ${kind} ${source} rw\n`,
    '/sys/dev/block/8:1/uevent': `DEVNAME=${name}\n`,
    ...files,
  }
  const { volumes: found } = await volumes.collect(recordedHost({ files: recorded }))
  const { label, encryption } = found?.[0] ?? {}
  return { label, encryption }
}
const on = (method: string) => ({ state: 'on', method })
const off = { state: 'off' }

describe('the encryption of a volume', () => {
  it.each([
    ['a partition', 'sda1', { ...disk('sda'), ...partition('sda1', 1) }, off],
    ['a partition of an NVMe disk', 'nvme0n1p2', { ...disk('nvme0n1'), ...partition('nvme0n1p2', 2) }, off],
    ['a whole disk', 'vdb', disk('vdb'), off],
    ['LUKS on a partition', 'dm-0', { ...disk('sda'), ...partition('sda3', 3), ...luks('dm-0', 'sda3') }, on('LUKS2')],
    ['LUKS1', 'dm-0', { ...disk('sda'), ...mapped('dm-0', 'CRYPT-LUKS1-x', ['sda']) }, on('LUKS1')],
    ['BitLocker', 'dm-0', { ...disk('sda'), ...mapped('dm-0', 'CRYPT-BITLK-x', ['sda']) }, on('BitLocker')],
    [
      'LVM on LUKS',
      'dm-1',
      { ...disk('sda'), ...luks('dm-0', 'sda'), ...mapped('dm-1', 'LVM-x', ['dm-0']) },
      on('LUKS2'),
    ],
    [
      'LVM on RAID on two LUKS devices',
      'dm-2',
      {
        ...disk('sda'),
        ...disk('sdb'),
        ...luks('dm-0', 'sda'),
        ...luks('dm-1', 'sdb'),
        ...block('md127', {}, ['dm-0', 'dm-1']),
        ...mapped('dm-2', 'LVM-x', ['md127']),
      },
      on('LUKS2'),
    ],
    [
      'LVM on an encrypted and a plain disk',
      'dm-1',
      { ...disk('sda'), ...disk('sdb'), ...luks('dm-0', 'sda'), ...mapped('dm-1', 'LVM-x', ['dm-0', 'sdb']) },
      off,
    ],
    [
      'RAID on disks',
      'md0p1',
      { ...disk('sda'), ...disk('sdb'), ...partition('md0p1', 1), ...block('md0', {}, ['sda', 'sdb']) },
      off,
    ],
    ['a mapping of another program', 'dm-0', { ...disk('sda'), ...block('dm-0', {}, ['sda']) }, undefined],
    ['a loop device', 'loop0', block('loop0', { 'loop/backing_file': '/x' }), undefined],
    ['a network disk', 'nbd0', disk('nbd0'), undefined],
    [
      'a loop of devices',
      'dm-0',
      { ...mapped('dm-0', 'LVM-x', ['dm-1']), ...mapped('dm-1', 'LVM-y', ['dm-0']) },
      undefined,
    ],
    ['an unreadable machine', 'sda1', {}, undefined],
    [
      'a hostile UUID',
      'dm-0',
      { ...disk('sda'), ...mapped('dm-0', 'CRYPT-constructor-x\nCRYPT-LUKS2-', ['sda']) },
      undefined,
    ],
    [
      'a huge UUID',
      'dm-0',
      { ...disk('sda'), ...mapped('dm-0', 'CRYPT-LUKS2-'.padEnd(1_000_000, 'x'), ['sda']) },
      undefined,
    ],
  ])('on %s', async (_case, name, files, encryption) => {
    expect((await detailsOn(name, files as Record<string, string>)).encryption).toEqual(encryption)
  })

  it('is unknown if fscrypt encrypts folders', async () => {
    const files = { ...disk('sda'), '/data/.fscrypt/policies/0123': '' }
    expect((await detailsOn('sda', files)).encryption).toBeUndefined()
  })

  it('is that of all devices of btrfs, whose label the kernel shows', async () => {
    const at = '/sys/fs/btrfs/6d5b3c1e-0000-4000-8000-000000000001'
    const files = {
      ...disk('sda'),
      ...luks('dm-0', 'sda'),
      '/sys/class/block/dm-0/dm/name': 'crypt one\n',
      [`${at}/label`]: 'pool\n',
      [`${at}/devices/dm-0/x`]: '',
    }
    const source = '/dev/mapper/crypt\\040one'
    expect(await detailsOn('x', files, { kind: 'btrfs', source })).toEqual({ label: 'pool', encryption: on('LUKS2') })
    const mixed = { ...files, ...disk('sdb'), [`${at}/devices/sdb/x`]: '' }
    expect((await detailsOn('x', mixed, { kind: 'btrfs', source: '/dev/sdb' })).encryption).toEqual(off)
  })

  it('is a property of ZFS', async () => {
    const files = {
      '/proc/self/mountinfo':
        '1 1 0:50 / /a rw - zfs tank/a rw\n2 1 0:51 / /b rw - zfs tank/b rw\n3 1 0:52 / /c rw - zfs tank/c\\040d rw\n',
    }
    const command = 'zfs get -H -o name,value -t filesystem encryption'
    const programs = { [command]: 'tank\toff\ntank/a\taes-256-gcm\ntank/b\toff\ntank/c d\taes-256-ccm\nodd\n' }
    const { volumes: found } = await volumes.collect(recordedHost({ files, programs }))
    expect(found?.map(({ encryption }) => encryption)).toEqual([on('ZFS'), undefined, on('ZFS')])
    const cuts: string[] = []
    const hanging = { zfs: { code: null, ended: 'timeout' as const } }
    await volumes.collect(recordedHost({ files, programs: hanging }), (what) => cuts.push(what))
    expect(cuts).toEqual(['has no encryption of ZFS (zfs did not end within 5000 ms)'])
  })

  it('leaves out the size of a ZFS dataset, which changes with all others of its pool', async () => {
    const files = { '/proc/self/mountinfo': '1 1 0:50 / /a rw - zfs tank/a rw\n' }
    const sizes = { '/a': { sizeBytes: 2_000_000, freeBytes: 1_000_000 } }
    const [volume] = (await volumes.collect(recordedHost({ files, sizes }))).volumes ?? []
    expect([volume?.sizeBytes, volume?.freeBytes]).toEqual([undefined, 1_000_000])
  })

  it('is known of encrypted views, whose size is not counted again', async () => {
    const files = { '/proc/self/mountinfo': '1 1 0:50 / /home/ada rw - ecryptfs /home/.ecryptfs/ada rw\n' }
    const sizes = { '/home/ada': { sizeBytes: 1, freeBytes: 1 } }
    expect((await volumes.collect(recordedHost({ files, sizes }))).volumes).toEqual([
      { mount: '/home/ada', device: '/home/.ecryptfs/ada', fileSystem: 'ecryptfs', encryption: on('ecryptfs') },
    ])
  })

  it.each([
    ['E:ID_FS_LABEL=My_Data\nE:ID_FS_LABEL_ENC=My\\x20Data\n', 'My Data'],
    ['E:ID_FS_LABEL_ENC=\\xc3\\xa4\\x0aline\n', 'ä\nline'],
    ['E:ID_FS_LABEL_ENC=\\xzz\\x\n', '\\xzz\\x'],
    ['E:ID_FS_LABEL=old\n', 'old'],
    ['', undefined],
    [`E:ID_FS_LABEL=${'x'.repeat(1_000_000)}\n`, undefined],
  ])('stands beside the label that udev found (%#)', async (text, label) => {
    expect((await detailsOn('sda', { ...disk('sda'), '/run/udev/data/b8:1': text })).label).toBe(label)
  })
})
