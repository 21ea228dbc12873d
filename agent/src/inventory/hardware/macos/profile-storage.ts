import { type Entry, entriesIn, numberIn, textIn } from '../../loose-values.ts'
import type { Disk, Volume } from '../../parts.ts'
import { virtualManufacturers } from '../disks.ts'

/** Returns the disks below each controller. */
export const disksOf = (controllers: readonly Entry[], bus: 'nvme' | 'sata'): Disk[] =>
  controllers
    .flatMap((controller) => entriesIn(controller, '_items'))
    .flatMap((disk) => {
      const name = textIn(disk, 'bsd_name') ?? textIn(disk, '_name')
      const model = textIn(disk, 'device_model') ?? textIn(disk, '_name')
      const sizeBytes = numberIn(disk, 'size_in_bytes')
      // A drive for optical media has neither a size nor a kind of medium.
      const isDrive = sizeBytes === undefined && textIn(disk, 'spsata_medium_type') === undefined && bus === 'sata'
      if (name === undefined || isDrive) return []
      const status = healthOf(textIn(disk, 'smart_status'))
      return {
        name,
        model,
        serialNumber: textIn(disk, 'device_serial'),
        firmware: textIn(disk, 'device_revision'),
        sizeBytes,
        kind: kindOf(model, bus === 'nvme' ? 'Solid State' : textIn(disk, 'spsata_medium_type')),
        bus,
        health: status && { status },
      }
    })

function kindOf(model: string | undefined, medium: string | undefined): Disk['kind'] {
  if (virtualManufacturers.test(model ?? '')) return 'virtual'
  if (medium === 'Rotational') return 'hdd'
  return medium === 'Solid State' ? 'ssd' : 'unknown'
}

function healthOf(smart: string | undefined): 'ok' | 'failing' | undefined {
  if (smart === 'Verified') return 'ok'
  return smart === 'Failing' ? 'failing' : undefined
}

/** Returns the mounted volumes. */
export const volumesOf = (volumes: readonly Entry[]): Volume[] =>
  volumes.flatMap((volume) => {
    const mount = textIn(volume, 'mount_point')
    const device = textIn(volume, 'bsd_name')
    if (mount === undefined) return []
    return {
      mount,
      device: device && `/dev/${device}`,
      fileSystem: textIn(volume, 'file_system')?.toLowerCase(),
      label: textIn(volume, '_name'),
      sizeBytes: numberIn(volume, 'size_in_bytes'),
      freeBytes: numberIn(volume, 'free_space_in_bytes'),
    }
  })
