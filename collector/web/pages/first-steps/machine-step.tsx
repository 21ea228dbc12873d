import { Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Facts } from '../../ui/facts.tsx'
import { Identifier } from '../../ui/identifier.tsx'
import { Step } from './step.tsx'
import { useThisMachine } from './use-this-machine.ts'

export function MachineStep() {
  const { device, hasAgent, isKnown } = useThisMachine()
  if (!device) {
    return (
      <Step number={3} title="This machine" isDone={false}>
        <Text size="sm" c="dimmed" role="status">
          {hasAgent || !isKnown
            ? 'Its agent is looking at it …'
            : 'No agent looks at it: Rollcall was started without one. A scan finds it, and step 5 gives it an agent.'}
        </Text>
      </Step>
    )
  }
  const { os } = device.data?.hardware ?? {}
  const packages = device.data?.software.length
  return (
    <Step
      number={3}
      title="This machine is already here"
      isDone
      about="Its agent looks at it from the inside, every hour."
    >
      <Facts
        facts={{
          Device: (
            <Link to="/devices/$deviceId" params={{ deviceId: device.id }}>
              {device.name}
            </Link>
          ),
          'Operating system': [os?.name, os?.version].filter(Boolean).join(' '),
          Address: device.ipAddress && <Identifier value={device.ipAddress} label="the IP address" />,
          Software: packages ? `${packages} packages` : undefined,
        }}
      />
    </Step>
  )
}
