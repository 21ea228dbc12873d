import type { EventType } from '@rollcall/shared/api/site-settings.ts'

/** What a webhook may ask for, in words. */
export const eventsInWords: Record<EventType | '*', string> = {
  '*': 'All events',
  'device.added': 'A device is new',
  'device.modified': 'A device has changed',
  'device.deleted': 'A device is deleted',
  'device.stale': 'A device is stale',
  'device.archived': 'A device is archived',
  'device.restored': 'A device is back from the archive',
  'device.merged': 'Two devices are one',
  'device.collision': 'Two machines pass for one device',
  'snapshot.added': 'A snapshot is stored',
  'snapshot.deleted': 'A snapshot is deleted',
  'task.changed': 'A task goes on or ends',
  'software.modified': 'A product is classified',
  'compliance.changed': 'A device’s compliance has changed',
  'segment.added': 'A segment is made',
  'segment.modified': 'A segment is changed',
  'segment.deleted': 'A segment is deleted',
  'auditService.changed': 'An Audit Service comes or goes',
  'registration.expiring': 'An App registration expires soon',
  'registration.expired': 'An App registration has expired',
  'offload.failed': 'Snapshot storage takes no copies',
  'identity.junkLearned': 'A value identifies no device any more',
}
