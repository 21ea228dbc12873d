import { describe, expect, it } from 'vitest'
import { recordedHost } from '../../platform/recorded-host.ts'
import { disks } from './disks.ts'
import { lsblk, parseLsblk } from './lsblk.ts'
import { mergeHardware } from './merge.ts'
import { parseMountinfo, parseStat, volumes } from './volumes.ts'

const disk = (name: string, values: Record<string, string>) =>
  Object.fromEntries(Object.entries(values).map(([path, value]) => [`/sys/block/${name}/${path}`, `${value}\n`]))

const server = {
  ...disk('sda', {
    size: '1000215216',
    'queue/rotational': '0',
    'device/vendor': 'ATA     ',
    'device/model': 'Example SSD 512',
  }),
  ...disk('sdb', { size: '3907029168', 'queue/rotational': '1', 'device/vendor': 'SEAGRAPE', 'device/rev': 'N004' }),
  ...disk('nvme0n1', {
    size: '2000409264',
    'queue/rotational': '0',
    'device/model': 'Example NVMe',
    'device/serial': 'NV-1 ',
    'device/firmware_rev': 'F1',
  }),
  ...disk('nvme0c0n1', { size: '2000409264', hidden: '1', 'device/model': 'Example NVMe' }),
  ...disk('sr0', { size: '2097151', 'device/vendor': 'HL-DT-ST', 'device/model': 'DVD' }),
  ...disk('mmcblk0boot0', { size: '8192', 'device/name': 'eMMC' }),
  ...disk('loop0', { size: '8' }),
  ...disk('zram0', { size: '8' }),
  ...disk('dm-0', { size: '8' }),
}

describe('disks', () => {
  it('lists disks backed by a device, with their kind', async () => {
    expect((await disks.collect(recordedHost({ files: server }))).disks).toEqual([
      {
        name: 'nvme0n1',
        model: 'Example NVMe',
        serialNumber: 'NV-1',
        firmware: 'F1',
        sizeBytes: 1_024_209_543_168,
        kind: 'ssd',
      },
      { name: 'sda', model: 'Example SSD 512', sizeBytes: 512_110_190_592, kind: 'ssd' },
      { name: 'sdb', manufacturer: 'SEAGRAPE', firmware: 'N004', sizeBytes: 2_000_398_934_016, kind: 'hdd' },
      { name: 'sr0', manufacturer: 'HL-DT-ST', model: 'DVD', kind: 'optical' },
    ])
  })

  it.each([
    ['vda', {}, 'virtual'],
    ['sda', { 'device/vendor': 'QEMU    ' }, 'virtual'],
    ['sda', { 'device/model': 'VMware Virtual disk' }, 'virtual'],
    ['sda', {}, 'unknown'],
  ])('%s with %o is %s', async (name, values, kind) => {
    const files = disk(name, { size: '8', 'device/type': '0', ...values })
    expect((await disks.collect(recordedHost({ files }))).disks?.[0]?.kind).toBe(kind)
  })

  it('get serial numbers from lsblk if /sys has none', async () => {
    const printed = JSON.stringify({
      blockdevices: [
        { name: 'sda', type: 'disk', serial: 'S1-0001', model: 'Example SSD 512', vendor: 'ATA     ', rev: 'X1' },
        { name: 'loop0', type: 'loop', serial: null, model: null, vendor: null, rev: null },
        { name: 'zram0', type: 'disk', serial: null, model: null, vendor: null, rev: null },
      ],
    })
    const host = recordedHost({ files: server, programs: { lsblk: printed } })
    const merged = mergeHardware([await lsblk.collect(host), await disks.collect(host)])
    expect(merged.disks?.map(({ name, serialNumber }) => [name, serialNumber])).toEqual([
      ['nvme0n1', 'NV-1'],
      ['sda', 'S1-0001'],
      ['sdb', undefined],
      ['sr0', undefined],
    ])
    expect(merged.disks?.[1]).toMatchObject({ kind: 'ssd', firmware: 'X1' })
  })

  it('rejects unknown output of lsblk', () => {
    expect(() => parseLsblk('lsblk: unrecognized option')).toThrow()
  })
})

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
    expect(parseMountinfo(container)).toEqual([{ mount: '/', device: 'overlay', fileSystem: 'overlay' }])
  })

  it('have sizes, except network file systems, which are not queried', async () => {
    const command = 'stat -f -c %S %b %a %n / /btrfs /mnt/with space /tank'
    const programs = { [command]: '4096 1000 400 /\n4096 10 1 /mnt/with space\n' }
    const { volumes: found } = await volumes.collect(
      recordedHost({ files: { '/proc/self/mountinfo': mountinfo }, programs }),
    )
    expect(found?.map(({ mount, sizeBytes, freeBytes }) => [mount, sizeBytes, freeBytes])).toEqual([
      ['/', 4_096_000, 1_638_400],
      ['/btrfs', undefined, undefined],
      ['/mnt/with space', 40_960, 4096],
      ['/net/share', undefined, undefined],
      ['/tank', undefined, undefined],
    ])
    expect(parseStat('stat: cannot read\n').size).toBe(0)
  })
})
