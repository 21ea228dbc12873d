import { type Entry, entriesIn, numberIn, textIn } from '../../loose-values.ts'
import type { Disk, Volume } from '../../parts.ts'

/** Returns the disks below each controller. */
export const disksOf = (controllers: readonly Entry[], bus: 'nvme' | 'sata'): Disk[] =>
  controllers
    .flatMap((controller) => entriesIn(controller, '_items'))
    .flatMap((disk) => {
      const name = textIn(disk, 'bsd_name') ?? textIn(disk, '_name')
      if (name === undefined) return []
      const status = healthOf(textIn(disk, 'smart_status'))
      return {
        name,
        model: textIn(disk, 'device_model') ?? textIn(disk, '_name'),
        serialNumber: textIn(disk, 'device_serial'),
        firmware: textIn(disk, 'device_revision'),
        sizeBytes: numberIn(disk, 'size_in_bytes'),
        kind: bus === 'nvme' ? 'ssd' : kindOf(textIn(disk, 'spsata_medium_type')),
        bus,
        health: status && { status },
      }
    })

function kindOf(medium: string | undefined): Disk['kind'] {
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
