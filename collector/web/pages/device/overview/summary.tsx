import type { Device } from '@rollcall/shared/api/device.ts'
import { bytes, counted } from '../../../ui/amounts.ts'
import { deviceTypeNames } from '../../../ui/device-type.tsx'
import { Facts } from '../../../ui/facts.tsx'
import { Identifier } from '../../../ui/identifier.tsx'
import { Section } from '../../../ui/section.tsx'

const joined = (...parts: (string | undefined)[]): string => parts.filter(Boolean).join(' ')

/** Main facts of the device. */
export function Summary({ device }: { device: Device }) {
  const { system, os, firmware, processors, memory, disks } = device.data?.hardware ?? {}
  const diskBytes = disks?.reduce((sum, { sizeBytes = 0 }) => sum + sizeBytes, 0)
  const cores = processors?.reduce((sum, each) => sum + (each.cores ?? 0), 0)
  return (
    <Section title="Summary">
      <Facts
        facts={{
          Type: deviceTypeNames[device.type],
          Manufacturer: device.manufacturer,
          Model: device.model,
          'Operating system': joined(os?.name, os?.version),
          Kernel: os?.kernel,
          Firmware: joined(firmware?.vendor, firmware?.version),
          Processor: processors?.[0] && joined(processors[0].model, cores ? `(${counted(cores, 'core')})` : ''),
          Memory: bytes(memory?.totalBytes),
          Disks: diskBytes ? bytes(diskBytes) : undefined,
          Location: system?.location,
          Contact: system?.contact,
          Description: system?.description,
          Virtualization: system?.virtualization,
          'Device ID': <Identifier value={device.id} label="device ID" />,
        }}
      />
    </Section>
  )
}
