import { SegmentedControl } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { partsOptions } from '../../api/parts.ts'
import { JoinCommandForm } from '../joining/join-command-form.tsx'
import { Step } from './step.tsx'

type Kind = Parameters<typeof JoinCommandForm>[0]['kind']
const kinds: { value: Kind; label: string }[] = [
  { value: 'agent', label: 'Agents' },
  { value: 'audit-service', label: 'An Audit Service' },
]
const pollMs = 5_000

/** Done once a second Audit Service or agent joins. The first start creates one of each. */
export function JoinStep() {
  const [kind, setKind] = useState<Kind>('agent')
  const services = useQuery({ ...partsOptions('audit-service'), refetchInterval: pollMs })
  const agents = useQuery({ ...partsOptions('agent'), refetchInterval: pollMs })
  const hasJoined = [services, agents].some(({ data }) => (data?.length ?? 0) > 1)
  return (
    <Step
      number={5}
      title="Add other machines"
      isDone={hasJoined}
      about="An Audit Service scans a network that this machine cannot reach. An agent audits the machine it runs on."
    >
      <SegmentedControl
        mb="md"
        aria-label="Type of machine"
        data={kinds}
        value={kind}
        onChange={(value) => setKind(value as Kind)}
      />
      <JoinCommandForm key={kind} kind={kind} />
    </Step>
  )
}
