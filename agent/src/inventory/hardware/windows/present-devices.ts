import type { RegistryValues } from '../../../platform/windows/registry-values.ts'
import type { RegistryReader } from '../../windows/registry-reader.ts'

const enumerators = 'HKLM\\SYSTEM\\CurrentControlSet\\Enum'

/** A device that Plug and Play found. */
export type PresentDevice = {
  /** `VEN_10DE&DEV_2484&SUBSYS_40C31458&REV_A1` */
  hardwareId: string
  /** Number of the device among equal ones, or its serial number. */
  instance: string
  path: string
  values: RegistryValues
}

/** Lists the devices of an enumerator (`PCI`, `USB`, `DISPLAY`) that are present now. */
export const presentDevices = (registry: RegistryReader, enumerator: string): PresentDevice[] =>
  registry.keys(`${enumerators}\\${enumerator}`).flatMap((hardwareId) => {
    const model = `${enumerators}\\${enumerator}\\${hardwareId}`
    return registry.keys(model).flatMap((instance) => {
      const path = `${model}\\${instance}`
      // Windows makes this key at each start, for the devices that it starts.
      if (!registry.exists(`${path}\\Control`)) return []
      return [{ hardwareId, instance, path, values: registry.values(path) }]
    })
  })

/** Returns the text of a value that may refer to a driver's file: `@oem4.inf,%nvidia%;NVIDIA`. */
export const driverText = (values: RegistryValues, name: string): string | undefined =>
  values
    .text(name)
    ?.replace(/^@[^;]*;/, '')
    .trim() || undefined

/** Returns a manufacturer; undefined for a class of devices in brackets: `(Standard system devices)`. */
export function manufacturerOf(values: RegistryValues): string | undefined {
  const text = driverText(values, 'Mfg')
  return text?.startsWith('(') ? undefined : text
}

/** Returns the address of a PCI device, as Linux writes it: `0000:01:00.0` for `…;(1,0,0)`. */
export function pciAddress(values: RegistryValues): string | undefined {
  const [, ...numbers] = /\((\d{1,5}),(\d{1,2}),(\d)\)$/.exec(values.text('LocationInformation') ?? '') ?? []
  const [bus, device, part] = numbers.map(Number)
  if (bus === undefined || device === undefined) return undefined
  const hex = (number: number, digits: number) => number.toString(16).padStart(digits, '0')
  // The upper bits of the bus are the segment.
  return `${hex(bus >> 8, 4)}:${hex(bus & 0xff, 2)}:${hex(device, 2)}.${part}`
}
