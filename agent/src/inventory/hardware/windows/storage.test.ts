import { describe, expect, test } from 'vitest'
import { RefusedError } from '../../../platform/host.ts'
import { recordedHost } from '../../../platform/testing/recorded-host.ts'
import type { WindowsApi } from '../../../platform/windows/api.ts'
import { controlCode, healthLogBytes, identifyBytes } from '../../../platform/windows/storage.ts'
import { recordedWindows } from '../../../platform/windows/testing/recorded-windows.ts'
import { windowsDisks } from './disks.ts'
import { windowsBitLocker, windowsVolumes } from './volumes.ts'

const host = recordedHost({})

/** STORAGE_DEVICE_DESCRIPTOR with its texts. */
function descriptor(texts: { vendor?: string; product?: string; revision?: string; serial?: string; bus: number }) {
  const header = Buffer.alloc(40)
  header.writeUInt32LE(texts.bus, 28)
  const parts = [header]
  let at = header.length
  for (const [offset, text] of [
    [12, texts.vendor],
    [16, texts.product],
    [20, texts.revision],
    [24, texts.serial],
  ] as const) {
    if (text === undefined) continue
    header.writeUInt32LE(at, offset)
    const bytes = Buffer.from(`${text}\0`, 'latin1')
    parts.push(bytes)
    at += bytes.length
  }
  return Buffer.concat(parts)
}

function seekPenalty(hasPenalty: boolean): Buffer {
  const bytes = Buffer.alloc(12)
  bytes.writeUInt8(Number(hasPenalty), 8)
  return bytes
}

function geometry(size: bigint): Buffer {
  const bytes = Buffer.alloc(40)
  bytes.writeBigUInt64LE(size, 24)
  return bytes
}

/** STORAGE_PROTOCOL_DATA_DESCRIPTOR. */
function protocolAnswer(data: Buffer): Buffer {
  const header = Buffer.alloc(48)
  header.writeUInt32LE(40, 24)
  header.writeUInt32LE(data.length, 28)
  return Buffer.concat([header, data])
}

function nvmeIdentity(serial: string, model: string, firmware: string): Buffer {
  const data = Buffer.alloc(identifyBytes)
  data.write(serial.padEnd(20), 4, 'latin1')
  data.write(model.padEnd(40), 24, 'latin1')
  data.write(firmware.padEnd(8), 64, 'latin1')
  return protocolAnswer(data)
}

function nvmeHealth(warning: number): Buffer {
  const data = Buffer.alloc(healthLogBytes)
  data.writeUInt8(warning, 0)
  data.writeUInt16LE(273 + 41, 1)
  data.writeUInt8(7, 5)
  data.writeBigUInt64LE(4321n, 128)
  data.writeBigUInt64LE(2n, 160)
  return protocolAnswer(data)
}

type Answers = {
  device?: Buffer
  seekPenalty?: Buffer
  identity?: Buffer
  health?: Buffer
  geometry?: Buffer
  prediction?: Buffer
}

/** A machine with disks by their name. */
function machineWith(disks: Record<string, Answers>): WindowsApi {
  return recordedWindows({
    deviceNames: () => ['C:', ...Object.keys(disks), 'PhysicalDriveX', 'NUL'],
    deviceControl: async (name, code, input) => {
      const answers = disks[name]
      if (code === controlCode.diskGeometry) return answers?.geometry
      if (code === controlCode.storagePredictFailure) return answers?.prediction
      const property = { 0: 'device', 7: 'seekPenalty', 49: 'identity', 50: 'health' }[input.readUInt32LE()]
      return answers?.[property as keyof Answers]
    },
  })
}

describe('disks', () => {
  test('an NVMe disk has the serial number of the disk itself and its health', async () => {
    const api = machineWith({
      PhysicalDrive0: {
        device: descriptor({ vendor: 'NVMe', product: 'Samsung SSD 980', serial: '0025_3852_21B0_1E2A.', bus: 17 }),
        seekPenalty: seekPenalty(false),
        identity: nvmeIdentity('S64DNX0R123456', 'Samsung SSD 980 PRO 1TB', '5B2QGXA7'),
        health: nvmeHealth(0),
        geometry: geometry(1_000_204_886_016n),
      },
    })
    expect(await windowsDisks(api).collect(host)).toEqual({
      disks: [
        {
          name: 'PhysicalDrive0',
          manufacturer: undefined,
          model: 'Samsung SSD 980 PRO 1TB',
          serialNumber: 'S64DNX0R123456',
          firmware: '5B2QGXA7',
          sizeBytes: 1_000_204_886_016,
          kind: 'ssd',
          bus: 'nvme',
          health: { status: 'ok', celsius: 41, wearPercent: 7, powerOnHours: 4321, mediaErrors: 2 },
        },
      ],
    })
  })

  test.each([
    [0b00010, 'warning'],
    [0b00001, 'failing'],
    [0b00110, 'failing'],
  ])('critical warning %i of NVMe is %s', async (warning, status) => {
    const device = descriptor({ bus: 17 })
    const { disks } = await windowsDisks(
      machineWith({ PhysicalDrive0: { device, health: nvmeHealth(warning) } }),
    ).collect(host)
    expect(disks?.[0]?.health?.status).toBe(status)
  })

  test('a SATA disk that expects to fail, a virtual disk, and one that answers nothing', async () => {
    const prediction = Buffer.alloc(516)
    prediction.writeUInt32LE(1)
    const api = machineWith({
      PhysicalDrive0: {
        device: descriptor({ product: 'ST2000DM008-2FR102', revision: '0001', serial: '  ZFL1ABCD', bus: 11 }),
        seekPenalty: seekPenalty(true),
        prediction,
      },
      PhysicalDrive1: { device: descriptor({ vendor: 'Msft', product: 'Virtual Disk', bus: 10 }) },
      PhysicalDrive2: {},
    })
    const { disks } = await windowsDisks(api).collect(host)
    expect(disks).toEqual([
      expect.objectContaining({
        model: 'ST2000DM008-2FR102',
        serialNumber: 'ZFL1ABCD',
        kind: 'hdd',
        bus: 'sata',
        health: { status: 'failing' },
      }),
      expect.objectContaining({ manufacturer: 'Msft', kind: 'virtual', bus: 'sas', health: undefined }),
      { name: 'PhysicalDrive2', kind: 'unknown' },
    ])
  })

  test('an answer that lies about its lengths costs that answer, and the snapshot says so', async () => {
    const cuts: string[] = []
    const lying = protocolAnswer(Buffer.alloc(identifyBytes))
    lying.writeUInt32LE(0xffffffff, 28)
    const device = descriptor({ product: 'Disk', serial: 'A1', bus: 17 })
    device.writeUInt32LE(100_000, 20)
    const api = machineWith({
      PhysicalDrive0: { device, identity: lying, health: Buffer.alloc(3), geometry: geometry(4096n) },
      PhysicalDrive1: { device: Buffer.alloc(5) },
    })
    const { disks } = await windowsDisks(api).collect(host, (what) => cuts.push(what))
    expect(disks).toEqual([
      expect.objectContaining({ model: 'Disk', serialNumber: 'A1', firmware: undefined, sizeBytes: 4096 }),
      { name: 'PhysicalDrive1', kind: 'unknown' },
    ])
    expect(cuts).toHaveLength(3)
    expect(cuts[0]).toContain('PhysicalDrive')
  })
})

const volume = { name: '\\\\?\\Volume{0b1c}\\', mounts: ['C:\\', 'D:\\mounted\\'] }
const partition = 1_048_576n
const metadataAt = 5_000_000n

function extents(disks: number[], count = disks.length): Buffer {
  const bytes = Buffer.alloc(8 + disks.length * 24)
  bytes.writeUInt32LE(count)
  for (const [index, disk] of disks.entries()) {
    bytes.writeUInt32LE(disk, 8 + index * 24)
    bytes.writeBigUInt64LE(partition, 16 + index * 24)
  }
  return bytes
}

/** First sectors of a volume with BitLocker. */
function encryptedHeader(identifierAt = 160): Buffer {
  const bytes = Buffer.alloc(4096)
  bytes.write(identifierAt === 160 ? '-FVE-FS-' : 'MSWIN4.1', 3, 'latin1')
  bytes.write('3bd66749292ed84a8399f6a339e3d001', identifierAt, 'hex')
  bytes.writeBigUInt64LE(metadataAt, identifierAt + 16)
  return bytes
}

/** Metadata with one master key for each kind of protection. */
function metadata(state: number, method: number, protections: number[]): Buffer {
  const bytes = Buffer.alloc(64 * 1024)
  bytes.write('-FVE-FS-', 0, 'latin1')
  bytes.writeUInt16LE(state, 12)
  bytes.writeUInt32LE(48 + protections.length * 40, 64)
  bytes.writeUInt32LE(48, 64 + 8)
  bytes.writeUInt16LE(method, 64 + 36)
  for (const [index, protection] of protections.entries()) {
    const entry = 64 + 48 + index * 40
    bytes.writeUInt16LE(40, entry)
    bytes.writeUInt16LE(2, entry + 2)
    bytes.writeUInt16LE(protection, entry + 8 + 26)
  }
  return bytes
}

type Disk = { header?: Buffer; metadata?: Buffer; extents?: Buffer; isLocked?: boolean }

const machineWithVolume = ({ header, metadata: content, extents: answer, isLocked }: Disk): WindowsApi =>
  recordedWindows({
    volumes: () => [volume],
    volumeDetails: async () => (isLocked ? undefined : { fileSystem: 'NTFS', sizeBytes: 1000, freeBytes: 400 }),
    deviceControl: async (name, code) =>
      name === 'Volume{0b1c}' && code === controlCode.volumeExtents ? (answer ?? extents([2])) : undefined,
    readDevice: async (name, position) => {
      if (name !== 'PhysicalDrive2') return undefined
      return position === partition ? header : position === partition + metadataAt ? content : undefined
    },
  })

const encryptionOf = async (disk: Disk) =>
  (await windowsBitLocker(machineWithVolume(disk)).collect(host)).volumes?.map(({ encryption }) => encryption)

describe('volumes', () => {
  test('a volume is listed at each place where it is mounted', async () => {
    expect(await windowsVolumes(machineWithVolume({})).collect(host)).toEqual({
      volumes: volume.mounts.map((mount) => ({
        mount,
        device: volume.name,
        fileSystem: 'NTFS',
        sizeBytes: 1000,
        freeBytes: 400,
      })),
    })
  })

  const tpm = 0x100
  const recovery = 0x800
  const clear = 0
  test.each([
    ['encrypted', metadata(4, 0x8004, [tpm, recovery]), 'on', 'BitLocker XTS-AES 128'],
    [
      'suspended: a key lies in the clear',
      metadata(4, 0x8005, [recovery, clear]),
      'suspended',
      'BitLocker XTS-AES 256',
    ],
    ['being encrypted', metadata(2, 0x8002, [tpm]), 'in-progress', 'BitLocker AES-CBC 128'],
    ['paused', metadata(5, 0x8000, [tpm]), 'in-progress', 'BitLocker AES-CBC 128 with diffuser'],
    ['decrypted', metadata(1, 0x8004, []), 'off', undefined],
    ['of a kind that is not known yet', metadata(4, 0x9000, [tpm]), 'on', 'BitLocker'],
    ['without metadata at its place', Buffer.alloc(64 * 1024), 'on', 'BitLocker'],
  ])('BitLocker: %s', async (_, content, state, method) => {
    for (const header of [encryptedHeader(), encryptedHeader(424)]) {
      expect(await encryptionOf({ header, metadata: content })).toEqual([
        { state, method },
        { state, method },
      ])
    }
  })

  test('BitLocker: locked, if its file system cannot be read', async () => {
    const disk = { header: encryptedHeader(), metadata: metadata(4, 0x8004, [tpm]), isLocked: true }
    expect((await encryptionOf(disk))?.[0]).toEqual({ state: 'locked', method: 'BitLocker XTS-AES 128' })
  })

  const sector = (texts: [number, string][], mark = 0) => {
    const header = Buffer.alloc(4096)
    for (const [at, text] of texts) header.write(text, at, 'latin1')
    header.writeUInt16LE(mark, 510)
    return header
  }
  test.each([
    ['NTFS', sector([[3, 'NTFS    ']]), true],
    ['ReFS', sector([[3, 'ReFS']]), true],
    ['exFAT', sector([[3, 'EXFAT   ']]), true],
    ['FAT32', sector([[82, 'FAT32   ']], 0xaa55), true],
    ['FAT16', sector([[54, 'FAT16   ']], 0xaa55), true],
    [
      'random bytes, as of VeraCrypt',
      Buffer.from(Array.from({ length: 4096 }, (_, at) => (at * 197 + 31) & 0xff)),
      false,
    ],
    ['zeros', Buffer.alloc(4096), false],
    ['a name without the mark of a boot sector', sector([[82, 'FAT32   ']]), false],
  ])('a volume that begins with %s is reported as plain only if it certainly is', async (_, header, isPlain) => {
    expect(await encryptionOf({ header })).toEqual(isPlain ? [{ state: 'off' }, { state: 'off' }] : [])
  })

  test('the encryption of a volume on two disks is absent', async () => {
    expect(await encryptionOf({ header: encryptedHeader(), extents: extents([1, 2]) })).toEqual([])
    expect(await encryptionOf({ header: encryptedHeader(), extents: extents([]) })).toEqual([])
  })

  test('damaged metadata and extents are reported, and cost only their volume', async () => {
    const endless = metadata(4, 0x8004, [tpm])
    endless.writeUInt32LE(0xffffffff, 64)
    const cut = metadata(4, 0x8004, [tpm]).subarray(0, 70)
    for (const disk of [
      { header: encryptedHeader(), metadata: cut },
      { header: encryptedHeader().subarray(0, 100) },
      { header: encryptedHeader(), extents: extents([2], 9) },
    ]) {
      const cuts: string[] = []
      const part = await windowsBitLocker(machineWithVolume(disk)).collect(host, (what) => cuts.push(what))
      expect(part).toEqual({ volumes: [] })
      expect(cuts).toEqual([expect.stringContaining('has no answer for C:\\')])
    }
    expect((await encryptionOf({ header: encryptedHeader(), metadata: endless }))?.[0]?.state).toBe('on')
  })

  test('without the right to read disks the source says so instead of "off"', async () => {
    const api = {
      ...machineWithVolume({}),
      readDevice: async () => {
        throw new RefusedError('device PhysicalDrive2: access denied')
      },
    }
    await expect(windowsBitLocker(api).collect(host)).rejects.toThrow(RefusedError)
  })

  test('one refused disk costs only its own volume', async () => {
    const stick = { name: '\\\\?\\Volume{5t1c}\\', mounts: ['E:\\'] }
    const api = machineWithVolume({ header: encryptedHeader(), metadata: metadata(4, 0x8004, [tpm]) })
    const cuts: string[] = []
    const { volumes } = await windowsBitLocker({
      ...api,
      volumes: () => [volume, stick],
      deviceControl: async (name, ...rest) => {
        if (name === 'Volume{5t1c}') throw new RefusedError('device Volume{5t1c}: access denied')
        return api.deviceControl(name, ...rest)
      },
    }).collect(host, (what) => cuts.push(what))
    expect(volumes?.map(({ mount }) => mount)).toEqual(volume.mounts)
    expect(cuts).toEqual(['has no answer for E:\\ (device Volume{5t1c}: access denied)'])
  })
})
