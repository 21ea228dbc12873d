import { messageOf } from '@rollcall/shared/errors.ts'
import { RefusedError } from '../../../platform/host.ts'
import type { MountedVolume, WindowsApi } from '../../../platform/windows/api.ts'
import {
  decodeMetadata,
  findMetadata,
  headerBytes,
  isPlainFileSystem,
  metadataBytes,
} from '../../../platform/windows/bitlocker.ts'
import { controlCode, decodeExtents } from '../../../platform/windows/storage.ts'
import { mapBounded } from '../../map-bounded.ts'
import type { HardwarePart, Volume } from '../../parts.ts'
import type { Source } from '../../source.ts'

const extentsBytesMax = 4096

/** Reads the local volumes that have a drive letter or a folder. */
export const windowsVolumes = (api: WindowsApi): Source<HardwarePart> => ({
  name: 'windows-volumes',
  reads: ['volumes'],
  isAvailable: async () => true,
  collect: async () => {
    const volumes = await mapBounded(api.volumes(), 4, async ({ name, mounts: [first = '', ...others] }) => {
      const details = await api.volumeDetails(first)
      return [first, ...others].map((mount): Volume => ({ mount, device: name, ...details }))
    })
    return { volumes: volumes.flat() }
  },
})

/** Reads from the disks which volumes BitLocker encrypts. */
export const windowsBitLocker = (api: WindowsApi): Source<HardwarePart> => ({
  name: 'windows-bitlocker',
  reads: ['volumes.encryption'],
  isAvailable: async () => true,
  collect: async (_host, onCut) => {
    const all = api.volumes()
    const faults: { mount: string | undefined; error: unknown }[] = []
    const volumes = await mapBounded(all, 4, async (volume) => {
      try {
        const encryption = await readEncryption(api, volume)
        return encryption ? volume.mounts.map((mount): Volume => ({ mount, encryption })) : []
      } catch (error) {
        faults.push({ mount: volume.mounts[0], error })
        return []
      }
    })
    // Without the right to read disks, each one is refused. A single one may be so by a rule for removable disks.
    const refused = faults.filter(({ error }) => error instanceof RefusedError)
    if (refused[0] && refused.length === all.length) throw refused[0].error
    for (const { mount, error } of faults) onCut?.(`has no answer for ${mount} (${messageOf(error)})`)
    return { volumes: volumes.flat() }
  },
})

/** Returns undefined for a volume that does not lie on one place of one disk: BitLocker needs that. */
async function readEncryption(api: WindowsApi, { name, mounts }: MountedVolume): Promise<Volume['encryption']> {
  const device = name.replace(/^\\\\\?\\|\\$/g, '')
  const answer = await api.deviceControl(device, controlCode.volumeExtents, Buffer.alloc(0), extentsBytesMax)
  const [extent, second] = answer ? decodeExtents(answer) : []
  if (extent === undefined || second !== undefined) return undefined
  const disk = `PhysicalDrive${extent.disk}`
  const header = await api.readDevice(disk, extent.position, headerBytes)
  const position = header && findMetadata(header)
  if (header === undefined) return undefined
  if (position === undefined) return isPlainFileSystem(header) ? { state: 'off' } : undefined
  const metadata = position === null ? undefined : await api.readDevice(disk, extent.position + position, metadataBytes)
  const found = metadata && decodeMetadata(metadata)
  const isLocked = (await api.volumeDetails(mounts[0] ?? '')) === undefined
  const state = isLocked ? 'locked' : (found?.state ?? 'on')
  return state === 'off' ? { state } : { state, method: `BitLocker${found?.method ? ` ${found.method}` : ''}` }
}
