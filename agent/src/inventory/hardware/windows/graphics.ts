import type { RegistryValues } from '../../../platform/windows/registry-values.ts'
import type { GraphicsCard, HardwarePart } from '../../parts.ts'
import { registrySource } from '../../windows/registry-source.ts'
import { pciAddress, presentDevices } from './present-devices.ts'

const displayClass = '{4d36e968-e325-11ce-bfc1-08002be10318}'
const drivers = 'HKLM\\SYSTEM\\CurrentControlSet\\Control\\Class'
/** Buses of graphics adapters; virtual ones are on the last two. */
const enumerators = ['PCI', 'VMBUS', 'ROOT']

/** Lists the graphics adapters that are present, with their drivers. */
export const windowsGraphics = registrySource('windows-graphics', ['graphics'], (registry): HardwarePart => {
  const devices = enumerators
    .flatMap((enumerator) => presentDevices(registry, enumerator))
    .filter(({ values }) => values.text('ClassGUID')?.toLowerCase() === displayClass)
  return {
    graphics: devices.flatMap(({ values }): GraphicsCard[] => {
      // `{4d36e968-e325-11ce-bfc1-08002be10318}\0000`
      const instance = values.text('Driver')
      const driver = instance === undefined ? undefined : registry.values(`${drivers}\\${instance}`)
      const name = driver?.text('DriverDesc')
      if (driver === undefined || name === undefined) return []
      return [
        {
          name,
          manufacturer: driver.text('ProviderName'),
          bus: pciAddress(values),
          driver: values.text('Service'),
          driverVersion: driver.text('DriverVersion'),
          memoryBytes: memoryOf(driver),
        },
      ]
    }),
  }
})

/** The 32-bit value ends at 4 GB. Drivers write both as numbers or as bytes. */
function memoryOf(driver: RegistryValues): number | undefined {
  for (const name of ['HardwareInformation.qwMemorySize', 'HardwareInformation.MemorySize']) {
    const bytes = driver.binary(name)
    const number =
      bytes?.length === 8
        ? Number(bytes.readBigUInt64LE())
        : bytes?.length === 4
          ? bytes.readUInt32LE()
          : driver.number(name)
    if (number !== undefined && number > 0 && Number.isSafeInteger(number)) return number
  }
  return undefined
}
