import type { EventType } from '@rollcall/shared/api/site-settings.ts'

/** Labels of the events that a webhook can receive. */
export const eventsInWords: Record<EventType | '*', string> = {
  '*': 'All events',
  'device.added': 'Device added',
  'device.modified': 'Device changed',
  'device.deleted': 'Device deleted',
  'device.stale': 'Device stale',
  'device.archived': 'Device archived',
  'device.restored': 'Device restored',
  'device.merged': 'Devices merged',
  'device.collision': 'Device collision',
  'snapshot.added': 'Snapshot added',
  'snapshot.deleted': 'Snapshot deleted',
  'task.changed': 'Task changed',
  'software.modified': 'Software classified',
  'compliance.changed': 'Compliance changed',
  'segment.added': 'Segment added',
  'segment.modified': 'Segment changed',
  'segment.deleted': 'Segment deleted',
  'record.edited': 'Record edited by a person or app',
  'auditService.changed': 'Audit Service status changed',
  'registration.expiring': 'App registration expires soon',
  'registration.expired': 'App registration expired',
  'offload.failed': 'Snapshot storage failing',
  'identity.junkLearned': 'Shared identity value learned',
}
