import { hardwareSchema } from '@rollcall/shared/inventory/hardware.ts'
import { describe, expect, it } from 'vitest'
import { recordedHost } from '../../platform/testing/recorded-host.ts'
import { disks } from './disks.ts'
import { mergeHardware } from './merge.ts'
import { smartctl } from './smartctl.ts'

const disk = (name: string, values: Record<string, string>) =>
  Object.fromEntries(Object.entries(values).map(([path, value]) => [`/sys/block/${name}/${path}`, `${value}\n`]))
const disksOf = async (files: Record<string, string | Buffer>) =>
  (await disks.collect(recordedHost({ files }))).disks ?? []
/** Page 80h of a serial number. */
const page = (serial: string) => Buffer.from([0, 0x80, 0, serial.length, ...Buffer.from(serial)])

const server = {
  ...disk('sda', {
    dev: '8:0',
    size: '1000215216',
    'queue/rotational': '0',
    'device/vendor': 'ATA     ',
    'device/model': 'Example SSD 5120',
    'device/rev': '1.0',
    'device/hwmon/hwmon2/temp1_input': '31000',
  }),
  '/run/udev/data/b8:0':
    'S:disk/by-id/x\nE:ID_MODEL_ENC=Example\\x20SSD\\x20512000-EVO\\x20\\x20\nE:ID_REVISION=1.0ABC\nE:ID_SERIAL_SHORT=S1-0001\n',
  ...disk('sdb', { size: '3907029168', 'queue/rotational': '1', 'device/vendor': 'SEAGRAPE', 'device/rev': 'N004' }),
  '/sys/block/sdb/device/vpd_pg80': page('  SAS-7 '),
  '/sys/block/sdb/device/scsi_device/2:0:0:0/x': '',
  '/sys/class/scsi_host/host2/proc_name': 'mpt3sas\n',
  '/sys/block/sdb/device/hwmon/hwmon3/temp1_input': '40000',
  ...disk('nvme0n1', {
    size: '2000409264',
    'queue/rotational': '0',
    'device/model': 'Example NVMe',
    'device/serial': 'NV-1 ',
    'device/firmware_rev': 'F1',
    'device/hwmon1/temp1_input': '38850',
  }),
  ...disk('nvme0c0n1', { size: '2000409264', hidden: '1', 'device/model': 'Example NVMe' }),
  ...disk('sr0', { size: '2097151', 'device/vendor': 'HL-DT-ST', 'device/model': 'DVD' }),
  ...disk('mmcblk0boot0', { size: '8192', 'device/name': 'eMMC' }),
  ...disk('mmcblk0', {
    size: '8192',
    'device/name': 'CARD',
    'device/type': 'MMC',
    'device/life_time': '0x02 0x03',
    'device/pre_eol_info': '0x01',
  }),
  ...disk('loop0', { size: '8' }),
  ...disk('zram0', { size: '8' }),
  ...disk('dm-0', { size: '8' }),
  ...disk('md0', { size: '8' }),
}

describe('disks', () => {
  it('lists disks backed by a device, with their kind, bus and health', async () => {
    expect(await disksOf(server)).toEqual([
      {
        name: 'mmcblk0',
        model: 'CARD',
        sizeBytes: 4_194_304,
        kind: 'unknown',
        bus: 'mmc',
        health: { wearPercent: 30, status: 'ok' },
      },
      {
        name: 'nvme0n1',
        model: 'Example NVMe',
        serialNumber: 'NV-1',
        firmware: 'F1',
        sizeBytes: 1_024_209_543_168,
        kind: 'ssd',
        bus: 'nvme',
        health: { celsius: 39 },
      },
      {
        name: 'sda',
        model: 'Example SSD 512000-EVO',
        serialNumber: 'S1-0001',
        firmware: '1.0ABC',
        sizeBytes: 512_110_190_592,
        kind: 'ssd',
        bus: 'sata',
        health: { celsius: 31 },
      },
      {
        name: 'sdb',
        manufacturer: 'SEAGRAPE',
        serialNumber: 'SAS-7',
        firmware: 'N004',
        sizeBytes: 2_000_398_934_016,
        kind: 'hdd',
        bus: 'sas',
      },
      { name: 'sr0', manufacturer: 'HL-DT-ST', model: 'DVD', kind: 'optical', bus: 'scsi' },
    ])
  })

  it.each([
    ['vda', {}, 'virtual', 'virtio'],
    ['xvda', {}, 'virtual', 'xen'],
    ['sda', { 'device/vendor': 'QEMU    ' }, 'virtual', 'scsi'],
    ['sda', { 'device/model': 'VMware Virtual disk' }, 'virtual', 'scsi'],
    ['sda', {}, 'unknown', 'scsi'],
  ])('%s with %o is %s on %s', async (name, values, kind, bus) => {
    const [found] = await disksOf(disk(name, { size: '8', 'device/type': '0', ...values }))
    expect([found?.kind, found?.bus]).toEqual([kind, bus])
  })

  it.each([
    ['usb-storage', 'usb'],
    ['uas', 'usb'],
    ['ahci', 'sata'],
    ['ata_piix', 'sata'],
    ['mptsas', 'sas'],
    ['megaraid_sas', 'scsi'],
    ['virtio_scsi', 'scsi'],
    ['iscsi_tcp', 'iscsi'],
    ['x\n\u001b[31m', 'scsi'],
  ])('at a host of %s is on %s', async (driver, bus) => {
    const files = {
      ...disk('sdc', { 'device/scsi_device/11:0:0:1/x': '' }),
      '/sys/class/scsi_host/host11/proc_name': `${driver}\n`,
    }
    expect((await disksOf(files))[0]?.bus).toBe(bus)
  })

  it('lists a disk with several paths once', async () => {
    const path = (name: string) => disk(name, { size: '8', 'device/type': '0' })
    const files = {
      ...path('sda'),
      ...path('sdb'),
      ...path('sdc'),
      ...path('sdd'),
      ...disk('dm-0', { 'dm/uuid': 'mpath-3600', 'slaves/sdb/x': '', 'slaves/sdc/x': '' }),
      ...disk('dm-1', { 'dm/uuid': 'LVM-x', 'slaves/dm-0/x': '', 'slaves/sdd/x': '' }),
    }
    expect((await disksOf(files)).map(({ name }) => name)).toEqual(['sda', 'sdb', 'sdd'])
  })

  it('finds the sensor of an NVMe disk below its subsystem', async () => {
    const files = disk('nvme1n1', { 'device/nvme1/hwmon4/temp1_input': '-5200', 'device/model': 'x' })
    expect((await disksOf(files))[0]?.health).toEqual({ celsius: -5 })
  })

  it('keeps the rest of a disk with hostile attributes', async () => {
    const files = {
      ...disk('sda', {
        dev: '8:0',
        size: '99999999999999999999',
        'queue/rotational': 'no',
        'device/vendor': 'x\n\u001b[31mred',
        'device/model': 'm'.repeat(1_000_000),
        'device/life_time': '0xff nonsense',
        'device/pre_eol_info': '99',
        'device/hwmon1/temp1_input': 'hot',
      }),
      '/sys/block/sda/device/vpd_pg80': Buffer.from([0, 0x80, 0xff, 0xff, 0x41, 0]),
      '/run/udev/data/b8:0': 'E:ID_REVISION=\nE:\nE:=x\nID_MODEL_ENC=x\n',
      ...disk('sdb', { 'device/model': 'Whole' }),
      '/sys/block/sdb/device/vpd_pg80': Buffer.alloc(1_000_000),
    }
    const found = hardwareSchema.parse({ disks: await disksOf(files) }).disks
    expect(found).toEqual([
      { name: 'sda', manufacturer: 'x  [31mred', serialNumber: 'A', kind: 'unknown', bus: 'scsi' },
      { name: 'sdb', model: 'Whole', kind: 'unknown', bus: 'scsi' },
    ])
  })

  it('lists thousands of disks and says where it stopped', async () => {
    const files = Object.fromEntries(Array.from({ length: 4_100 }, (_, n) => [`/sys/block/sd${n}/device/model`, 'x\n']))
    const names = Object.keys(files).map((path) => path.split('/')[3] ?? '')
    const cuts: string[] = []
    const host = {
      ...recordedHost({ files }),
      // The folders of the recording are searched in a list, which takes long for thousands of files.
      listFolder: async (path: string) => (path === '/sys/block' ? names : path.endsWith('/device') ? ['model'] : []),
    }
    expect((await disks.collect(host, (what) => cuts.push(what))).disks).toHaveLength(4_096)
    expect(cuts).toEqual(['stopped after 4096 disks'])
  })
})

const sata = {
  smartctl: { version: [7, 3], exit_status: 64 },
  smart_status: { passed: true },
  temperature: { current: 34 },
  power_on_time: { hours: 12_345, minutes: 12 },
  ata_smart_attributes: {
    table: [
      { id: 5, name: 'Reallocated_Sector_Ct', value: 100, when_failed: '', raw: { value: 8, string: '8' } },
      { id: 177, name: 'Wear_Leveling_Count', value: 93, when_failed: '', raw: { value: 120, string: '120' } },
      {
        id: 187,
        name: 'Reported_Uncorrect',
        value: 100,
        when_failed: '',
        raw: { value: 4_295_032_833, string: '1 (0 1)' },
      },
    ],
  },
}
const nvme = {
  smart_status: { passed: true },
  temperature: { current: 41 },
  power_on_time: { hours: 900 },
  nvme_smart_health_information_log: { critical_warning: 0, percentage_used: 3, media_errors: 2, power_on_hours: 900 },
}
const sas = {
  smart_status: { passed: true },
  temperature: { current: 29 },
  scsi_grown_defect_list: 4,
  scsi_error_counter_log: { read: { total_uncorrected_errors: 1 }, write: { total_uncorrected_errors: 2 } },
}

/** Returns the health of a disk from an answer of smartctl, with lines around it. */
async function healthIn(answer: unknown) {
  const stdout = `${typeof answer === 'string' ? answer : JSON.stringify(answer)}\n`
  const host = recordedHost({ files: disk('sda', { size: '8' }), programs: { smartctl: { code: 64, stdout } } })
  return (await smartctl.collect(host)).disks?.[0]?.health
}

describe('smartctl', () => {
  it.each([
    [
      'a SATA disk',
      sata,
      { status: 'ok', celsius: 34, wearPercent: 7, powerOnHours: 12_345, reallocatedSectors: 8, mediaErrors: 1 },
    ],
    ['an NVMe disk', nvme, { status: 'ok', celsius: 41, wearPercent: 3, powerOnHours: 900, mediaErrors: 2 }],
    ['a SAS disk', sas, { status: 'ok', celsius: 29, reallocatedSectors: 4, mediaErrors: 3 }],
  ])('returns the health of %s', async (_case, answer, health) => {
    expect(await healthIn(answer)).toEqual(health)
  })

  it.each([
    ['failing', { smart_status: { passed: false } }],
    ['failing', { ...nvme, nvme_smart_health_information_log: { critical_warning: 1 } }],
    ['warning', { smart_status: { passed: false }, nvme_smart_health_information_log: { critical_warning: 2 } }],
    ['warning', { ...sata, ata_smart_attributes: { table: [{ name: 'Raw_Read', when_failed: 'now' }] } }],
    ['ok', { ...sata, smartctl: { exit_status: 255 } }],
    [undefined, { temperature: { current: 30 }, smart_status: { passed: 'yes' } }],
  ])('takes the status %s from the verdict of the disk, not from the exit code', async (status, answer) => {
    expect((await healthIn(answer))?.status).toBe(status)
  })

  it.each([
    ['a sleeping disk', { smartctl: { messages: [{ string: 'Device is in STANDBY mode, exit(2)' }], exit_status: 2 } }],
    [
      'values of other types',
      { temperature: [1], power_on_time: 'x', ata_smart_attributes: { table: 7 }, smart_status: null },
    ],
    [
      'impossible values',
      { temperature: { current: 9999 }, power_on_time: { hours: -1 }, scsi_grown_defect_list: '1e99' },
    ],
  ])('returns nothing of %s', async (_case, answer) => {
    expect(await healthIn(answer)).toBeUndefined()
  })

  it('reads the answer of root behind that of a refused attempt', async () => {
    expect((await healthIn(`sudo: x\n{"a"\n${JSON.stringify(nvme)}\n{}`))?.powerOnHours).toBe(900)
  })

  const many = Object.assign({}, ...Array.from({ length: 70 }, (_, n) => disk(`sd${n}`, { size: '8' })))

  it('asks a bounded number of disks, and stops after some that hang', async () => {
    const cuts: string[] = []
    let runs = 0
    const hanging = async () => {
      runs++
      return { code: null, stdout: '', stderr: '', ended: 'timeout' as const }
    }
    await smartctl.collect(recordedHost({ files: many, programs: { smartctl: hanging } }), (what) => cuts.push(what))
    expect(runs).toBeLessThan(10)
    expect(cuts[0]).toBe('stopped after 64 disks')
    expect(cuts).toContainEqual(
      expect.stringMatching(/^has no health of sd0, sd1, sd10(, sd11)?.*: no answer within 6000 ms$/),
    )
    expect(cuts).toContainEqual(expect.stringMatching(/ and \d+ more: not asked after others that hang$/))
  })

  it('names the disks whose answers are garbage, once for all of them', async () => {
    const cuts: string[] = []
    const files = { ...disk('sda', { size: '8' }), ...disk('sdb', { size: '8' }) }
    const host = recordedHost({ files, programs: { smartctl: '\u0000garbage{' } })
    expect((await smartctl.collect(host, (what) => cuts.push(what))).disks).toEqual([])
    expect(cuts).toEqual(['has no health of sda, sdb: smartctl printed no JSON: version 7.0 or newer is needed'])
  })

  it('names a disk that fails to answer, but no stick that has no health and no sleeping disk', async () => {
    const cuts: string[] = []
    const names = ['sda', 'sdb', 'sdc', 'sdd']
    const files = Object.assign({}, ...names.map((name) => disk(name, { size: '8' })))
    const answers = [
      ['Read Device Identity failed: Input/output error', 'error', 2],
      ['/dev/sdb: Unknown USB bridge [0x090c:0x1000 (0x1100)]', 'error', 1],
      ['Device is in STANDBY mode, exit(2)', 'information', 2],
      ['/dev/sdd: Unable to detect device type', 'error', 1],
    ]
    const programs = Object.fromEntries(
      answers.map(([string, severity, exit_status], index) => [
        `smartctl --json=c --health --attributes --nocheck=standby /dev/${names[index]}`,
        JSON.stringify({ smartctl: { messages: [{ string, severity }], exit_status } }),
      ]),
    )
    expect((await smartctl.collect(recordedHost({ files, programs }), (what) => cuts.push(what))).disks).toEqual([])
    expect(cuts).toEqual(['has no health of sda: Read Device Identity failed: Input/output error'])
  })

  it('is refused without root', async () => {
    const answer = { smartctl: { messages: [{ string: 'Smartctl open device: /dev/sda failed: Permission denied' }] } }
    let runs = 0
    const refusing = async () => ({ code: 2, stdout: JSON.stringify(answer), stderr: `${runs++}` })
    const host = recordedHost({ files: many, programs: { smartctl: refusing } })
    await expect(smartctl.collect(host)).rejects.toThrow('smartctl needs root')
    expect(runs).toBe(1)
  })

  it('reads SATA disks where NVMe is refused, and names the NVMe disks', async () => {
    const cuts: string[] = []
    const nvmeDisks = Object.assign({}, ...[0, 1, 2].map((n) => disk(`nvme${n}n1`, { size: '8' })))
    const refused = { smartctl: { messages: [{ string: 'open device failed: Operation not permitted' }] } }
    const command = 'smartctl --json=c --health --attributes --nocheck=standby'
    // Other disks have no answer: they are not asked.
    const programs = {
      [`${command} /dev/nvme0n1`]: JSON.stringify(refused),
      [`${command} /dev/sda`]: JSON.stringify(sata),
    }
    const host = recordedHost({ files: { ...nvmeDisks, ...disk('sda', { size: '8' }) }, programs })
    const { disks: read } = await smartctl.collect(host, (what) => cuts.push(what))
    expect(read?.map(({ name }) => name)).toEqual(['sda'])
    expect(cuts).toEqual([
      'has no health of nvme0n1, nvme1n1, nvme2n1: smartctl needs root, and CAP_SYS_ADMIN for NVMe',
    ])
  })

  it('leaves out disks of hypervisors and optical drives, and wins over sensors', async () => {
    const files = { ...server, ...disk('vda', { size: '8' }) }
    const command = '--json=c --health --attributes --nocheck=standby'
    const programs = Object.fromEntries(
      ['nvme0n1', 'sda', 'sdb'].map((name) => [`smartctl ${command} /dev/${name}`, JSON.stringify(nvme)]),
    )
    const host = recordedHost({ files, programs })
    const merged = mergeHardware([await smartctl.collect(host), await disks.collect(host)])
    expect(merged.disks?.find(({ name }) => name === 'sda')).toMatchObject({ bus: 'sata', health: { celsius: 40 } })
  })
})
