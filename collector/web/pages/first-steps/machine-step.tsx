import { counted } from '../../ui/amounts.ts'
import { DeviceLink } from '../../ui/device-link.tsx'
import { Dimmed } from '../../ui/dimmed.tsx'
import { Facts } from '../../ui/facts.tsx'
import { Identifier } from '../../ui/identifier.tsx'
import { Step } from './step.tsx'
import { useThisMachine } from './use-this-machine.ts'

export function MachineStep() {
  const { device, hasAgent, isLoaded } = useThisMachine()
  if (!device) {
    return (
      <Step number={3} title="This machine" isDone={false}>
        <Dimmed role="status">
          {hasAgent || !isLoaded
            ? 'Waiting for its agent …'
            : 'Rollcall was started without an agent. Install one in step 5, or scan this machine.'}
        </Dimmed>
      </Step>
    )
  }
  const { os } = device.data?.hardware ?? {}
  const packages = device.data?.software.length
  return (
    <Step number={3} title="This machine is in the inventory" isDone about="Its agent audits it every hour.">
      <Facts
        facts={{
          Device: <DeviceLink id={device.id} name={device.name} />,
          'Operating system': [os?.name, os?.version].filter(Boolean).join(' '),
          Address: device.ipAddress && <Identifier value={device.ipAddress} label="IP address" />,
          Software: packages ? counted(packages, 'package') : undefined,
        }}
      />
    </Step>
  )
}
