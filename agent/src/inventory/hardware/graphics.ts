import { type Host, readValue } from '../../platform/host.ts'
import type { GraphicsCard } from '../parts.ts'
import { parseInteger } from '../text.ts'
import { modelOf, type NamedPciDevice } from './pci-names.ts'

/** Reads the driver of a graphics card, and the memory and the name that the driver shows. */
export async function graphicsCard(host: Host, device: NamedPciDevice): Promise<GraphicsCard> {
  const { slot, driver, manufacturer } = device
  const [driverVersion, memory, information] = await Promise.all([
    // Drivers that come with the kernel have no version of their own.
    driver && readValue(host, `/sys/module/${driver.replaceAll('-', '_')}/version`),
    readValue(host, `/sys/bus/pci/devices/${slot}/mem_info_vram_total`),
    driver === 'nvidia' ? readValue(host, `/proc/driver/nvidia/gpus/${slot}/information`) : undefined,
  ])
  return {
    name: /^Model:\s*(\S.*)$/m.exec(information ?? '')?.[1] ?? modelOf(device),
    manufacturer,
    bus: slot,
    driver,
    driverVersion,
    memoryBytes: parseInteger(memory),
  }
}
