import type { Device } from '@rollcall/shared/api/device.ts'
import { bytes, counted, firstNames } from '../../../ui/amounts.ts'
import { deviceTypeNames } from '../../../ui/device-type.tsx'
import { Facts } from '../../../ui/facts.tsx'
import { Identifier } from '../../../ui/identifier.tsx'
import { Section } from '../../../ui/section.tsx'
import { Time } from '../../../ui/time.tsx'

const joined = (...parts: (string | undefined)[]): string => parts.filter(Boolean).join(' ')

/** A terminal server has more people than fit into a line. */
const usersMax = 3

/** Main facts of the device: first what people look for. */
export function Summary({ device }: { device: Device }) {
  const { system, os, firmware, processors, memory, disks, accounts = [] } = device.data?.hardware ?? {}
  const diskBytes = disks?.reduce((sum, { sizeBytes = 0 }) => sum + sizeBytes, 0)
  const cores = processors?.reduce((sum, each) => sum + (each.cores ?? 0), 0)
  const signedIn = accounts.filter(({ isSignedIn }) => isSignedIn).map(({ name }) => name)
  return (
    <Section title="Summary">
      <Facts
        facts={{
          'Operating system': joined(os?.name, os?.version),
          'Signed in': firstNames(signedIn, usersMax),
          Location: system?.location,
          Contact: system?.contact,
          'Running since': os?.bootedAt && (
            <>
              <Time value={os.bootedAt} exact /> (<Time value={os.bootedAt} />)
            </>
          ),
          Type: deviceTypeNames[device.type],
          Manufacturer: device.manufacturer,
          Model: device.model,
          Kernel: os?.kernel,
          Firmware: joined(firmware?.vendor, firmware?.version),
          Processor: processors?.[0] && joined(processors[0].model, cores ? `(${counted(cores, 'core')})` : ''),
          Memory: bytes(memory?.totalBytes),
          Disks: diskBytes ? bytes(diskBytes) : undefined,
          Description: system?.description,
          Virtualization: system?.virtualization,
          'Device ID': <Identifier value={device.id} label="device ID" />,
        }}
      />
    </Section>
  )
}
