import type { Disk, Volume } from '../parts.ts'

/**
 * Rounds measurements that differ each hour without meaning anything: each of them would be sent and stored. See
 * docs/agents.md.
 */
export function steadyVolume(volume: Volume): Volume {
  const { sizeBytes, freeBytes } = volume
  if (freeBytes === undefined) return volume
  const step = 10 ** Math.max(0, Math.round(Math.log10((sizeBytes || freeBytes) / 1000)))
  return { ...volume, freeBytes: Math.min(sizeBytes || Number.MAX_SAFE_INTEGER, roundTo(step, freeBytes)) }
}

const celsiusStep = 5
const hoursOfDay = 24

export function steadyDisk(disk: Disk): Disk {
  const { health } = disk
  if (health === undefined) return disk
  const { celsius, powerOnHours } = health
  return {
    ...disk,
    health: {
      ...health,
      ...(celsius !== undefined && { celsius: roundTo(celsiusStep, celsius) }),
      ...(powerOnHours !== undefined && { powerOnHours: powerOnHours - (powerOnHours % hoursOfDay) }),
    },
  }
}

const roundTo = (step: number, value: number): number => Math.round(value / step) * step
