import { differenceBetween } from '@rollcall/shared/node/differences/snapshot-difference.ts'
import { describe, expect, it } from 'vitest'
import type { Disk, HardwarePart, Volume } from '../parts.ts'
import { mergeHardware } from './merge.ts'

const freeOf = (sizeBytes: number | undefined, freeBytes: number) =>
  mergeHardware([{ volumes: [{ mount: '/', sizeBytes, freeBytes }] }]).volumes?.[0]?.freeBytes
const healthOf = (health: Disk['health']) => mergeHardware([{ disks: [{ name: 'sda', health }] }]).disks?.[0]?.health

describe('free space', () => {
  it.each([
    [500_107_862_016, 123_456_789_012, 123_000_000_000],
    [8_000_000_000_000, 4_444_444_444_444, 4_440_000_000_000],
    [104_857_600, 52_428_801, 52_400_000],
    [1000, 999, 999],
    [600_000, 599_900, 600_000],
    [999_600, 999_600, 999_600],
    [104_857_600, 0, 0],
    [0, 0, 0],
    [undefined, 7, 7],
    [undefined, 123_456, 123_500],
  ])('of %s bytes is rounded to a thousandth', (size, free, rounded) => expect(freeOf(size, free)).toBe(rounded))

  it('is exact to 0.2 % of the size', () => {
    for (let size = 1_000; size < 1e16; size = Math.round(size * 1.37)) {
      const free = Math.floor(size / 7)
      expect(Math.abs((freeOf(size, free) ?? 0) - free) / size).toBeLessThan(0.002)
    }
  })
})

it('rounds the hours of a disk to days and its temperature to 5 °C, and nothing else', () => {
  expect(healthOf({ status: 'ok', celsius: 38, powerOnHours: 23_999, mediaErrors: 7, wearPercent: 3 })).toEqual({
    status: 'ok',
    celsius: 40,
    powerOnHours: 23_976,
    mediaErrors: 7,
    wearPercent: 3,
  })
  expect(healthOf({ status: 'ok' })).toEqual({ status: 'ok' })
})

it('sends an ordinary hour of 40 volumes and 24 disks in less than 400 bytes', () => {
  // Writes on each volume, and the hour on each disk.
  const hardware = (hour: number): HardwarePart => ({
    volumes: Array.from(
      { length: 40 },
      (_, at): Volume => ({
        mount: `/srv/${at}`,
        device: `/dev/mapper/data-${at}`,
        sizeBytes: 2_000_398_934_016 + at * 4096,
        freeBytes: 900_398_934_016 - at * 1_234_567_890 - hour * 31_234_567,
      }),
    ),
    disks: Array.from(
      { length: 24 },
      (_, at): Disk => ({
        name: `sd${String.fromCharCode(97 + at)}`,
        serialNumber: `WD-${at}`,
        health: { status: 'ok', celsius: 31 + ((at + hour) % 2), powerOnHours: 20_000 + at * 48 + hour },
      }),
    ),
  })
  const body = (id: number, hour: number) =>
    Buffer.from(
      JSON.stringify({
        id: `01890a5d-ac96-774b-bcce-b302099a80${id}`,
        observedAt: `2026-01-01T0${hour}:00:00.000Z`,
        hardware: mergeHardware([hardware(hour)]),
      }),
    )
  expect(differenceBetween(body(10, 1), body(11, 2)).body.length).toBeLessThan(400)
})
