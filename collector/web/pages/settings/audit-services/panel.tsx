import { Group } from '@mantine/core'
import type { AuditService } from '@rollcall/shared/api/audit-service.ts'
import { auditServices, createRejoinToken } from '../../../api/parts.ts'
import { useMay } from '../../../api/use-may.ts'
import { RemoveItem } from '../../../forms/remove-button.tsx'
import { ActionButton } from '../../../ui/action-button.tsx'
import { Facts } from '../../../ui/facts.tsx'
import { Identifier } from '../../../ui/identifier.tsx'
import { PartStatus } from '../../../ui/part-status.tsx'
import { Section } from '../../../ui/section.tsx'
import { SidePanel } from '../../../ui/side-panel.tsx'
import { Time } from '../../../ui/time.tsx'
import { useAction } from '../../../ui/use-action.ts'
import { JoinCommand } from '../../joining/join-command.tsx'
import { NameEditor } from '../name-editor.tsx'
import { Capabilities } from './capabilities.tsx'
import { Networks } from './networks.tsx'
import { Segments } from './segments.tsx'
import { StatusHint } from './status-hint.tsx'

type Props = { service: AuditService; onClose: () => void }

export function AuditServicePanel({ service, onClose }: Props) {
  const { id, name, status, version, lastSeen } = service
  const isAdministrator = useMay('Administrator')
  return (
    <SidePanel title={name} onClose={onClose}>
      <StatusHint status={status} />
      <Section title="State">
        {isAdministrator && <ServiceName service={service} />}
        <Facts
          facts={{
            Status: <PartStatus status={status} />,
            Version: version,
            'Last seen': <Time value={lastSeen} />,
            ID: <Identifier value={id} label="ID" />,
          }}
        />
      </Section>
      <Networks networks={service.networks} />
      <Capabilities capabilities={service.capabilities} />
      <Segments id={id} />
      {isAdministrator && <Administration service={service} onClose={onClose} />}
    </SidePanel>
  )
}

const ServiceName = ({ service }: { service: AuditService }) => (
  <NameEditor
    shown={service}
    parts={auditServices}
    write={(name, ifMatch) => auditServices.update(service.id, { name }, ifMatch)}
  />
)

function Administration({ service: { id, name }, onClose }: Props) {
  const rejoin = useAction('The command was not generated', () => createRejoinToken(auditServices, id))
  return (
    <Section title="Rejoin or remove">
      {rejoin.data ? (
        <JoinCommand joining={{ token: rejoin.data, accepts: (each) => each === id }} />
      ) : (
        <Group>
          <ActionButton label="Generate rejoin command" action={rejoin} />
          <RemoveItem action="Remove" of={auditServices} also={['segments']} item={{ id, name }} onRemoved={onClose}>
            Its access ends at once and its tasks are cancelled. Its segments stay, but are not scanned until you assign
            another Audit Service. Devices and snapshots stay.
          </RemoveItem>
        </Group>
      )}
    </Section>
  )
}
