import type { SnapshotContent } from '@rollcall/shared/api/snapshot.ts'
import { bytes } from '../../../ui/amounts.ts'
import { Facts } from '../../../ui/facts.tsx'
import { Identifier } from '../../../ui/identifier.tsx'
import { Section } from '../../../ui/section.tsx'
import { Empty } from '../../../ui/states/empty.tsx'
import { WithData } from '../with-data.tsx'
import { Components, MemoryModules, Processors } from './parts.tsx'
import { Batteries, GraphicsCards, Monitors, PrintQueues } from './peripherals.tsx'
import { Power } from './power.tsx'
import { Disks, Volumes } from './storage.tsx'

export function HardwareTab() {
  return <WithData section="hardware">{({ hardware }) => <HardwareParts hardware={hardware} />}</WithData>
}

function HardwareParts({ hardware }: { hardware: SnapshotContent['hardware'] }) {
  const { system, firmware, board, processors, memory } = hardware
  if (Object.keys(hardware).length === 0) {
    return <Empty title="No hardware data">Audit the device by SNMP, SSH or an agent to read its hardware.</Empty>
  }
  const id = (value: string | undefined, label: string) => value && <Identifier value={value} label={label} />
  return (
    <>
      <Section title="System">
        <Facts
          facts={{
            Manufacturer: system?.manufacturer,
            Model: system?.model,
            'Serial number': id(system?.serialNumber, 'serial number'),
            'BIOS UUID': id(system?.uuid, 'BIOS UUID'),
            Chassis: system?.chassis,
            Virtualization: system?.virtualization,
            'Virtualization host': system?.virtualizationHost,
            'Asset tag in firmware': system?.assetTag,
            sysObjectID: id(system?.objectId, 'sysObjectID'),
            sysDescr: system?.description,
            Firmware: [firmware?.vendor, firmware?.version, firmware?.date].filter(Boolean).join(' '),
            Board: [board?.manufacturer, board?.model].filter(Boolean).join(' '),
            'Board serial number': id(board?.serialNumber, 'board serial number'),
            Memory: bytes(memory?.totalBytes),
            Swap: bytes(memory?.swapBytes),
          }}
        />
      </Section>
      <Power ups={hardware.ups} />
      <Processors items={processors} />
      <MemoryModules items={memory?.modules} />
      <Disks items={hardware.disks} />
      <Volumes items={hardware.volumes} />
      <GraphicsCards items={hardware.graphics} />
      <Monitors items={hardware.monitors} />
      <Batteries items={hardware.batteries} />
      <PrintQueues items={hardware.printQueues} />
      <Components items={hardware.components} />
    </>
  )
}
