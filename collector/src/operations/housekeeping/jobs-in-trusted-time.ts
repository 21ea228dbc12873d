import { deleteExpiredTokens } from '../../access/registrations/authenticate.ts'
import { watchExpiry } from '../../access/registrations/watch-expiry.ts'
import { deleteEndedSessions } from '../../access/sign-in/sessions.ts'
import { deleteOldEvents } from '../../activity/events/delete-old-events.ts'
import { deleteOldNotifications } from '../../activity/notifications/delete-old-notifications.ts'
import { deleteOldBulkOperations } from '../../bulk/delete-old-operations.ts'
import { closeEndedReviews } from '../../device-records/reviews.ts'
import { devicesMatching } from '../../devices/query/devices-matching.ts'
import { subjectsMatching } from '../../devices/query/subjects-matching.ts'
import { deleteReplacedAgents } from '../../enrollment/agents/delete-replaced-agents.ts'
import { deleteExpiredJoinTokens } from '../../enrollment/join-tokens/delete-join-token.ts'
import { deleteOldFindings } from '../../findings/evaluation/delete-old-findings.ts'
import { evaluateRules } from '../../findings/evaluation/evaluate-rules.ts'
import { deleteOldCollisions } from '../../identity/collisions/delete-old-collisions.ts'
import { closeOutlivedReviews } from '../../identity/reviews/close-outlived-reviews.ts'
import type { SystemContext } from '../../lib/context.ts'
import { emitStatusEvents } from '../../scanning/audit-services/emit-status.ts'
import { endAbandonedTasks } from '../../scanning/tasks/end-abandoned-tasks.ts'
import type { Watch } from '../readiness.ts'
import { inTrustedTime, type Job } from './job.ts'

/** Rules are evaluated when they are due; a new rule is at once. */
const rulesIntervalMs = 5_000

/** Jobs that depend on the age of records. */
export function jobsInTrustedTime(system: SystemContext, watch: Pick<Watch, 'connectedForMs'>): Job[] {
  return [
    inTrustedTime('ending abandoned tasks', (time) => endAbandonedTasks(system, time, watch.connectedForMs())),
    inTrustedTime('forgetting tokens', (time) => deleteExpiredTokens(system, time)),
    inTrustedTime('forgetting sessions', (time) => deleteEndedSessions(system, time)),
    inTrustedTime('sending expiration notices', (time) => watchExpiry(system, time)),
    inTrustedTime('deleting expired join tokens', (time) => deleteExpiredJoinTokens(system, time)),
    inTrustedTime('deleting replaced agents', (time) => deleteReplacedAgents(system, time)),
    inTrustedTime('emitting Audit Service status changes', (time) => emitStatusEvents(system, time)),
    inTrustedTime(
      'evaluating rules',
      (time) => evaluateRules(system, time, { subjects: subjectsMatching, devices: devicesMatching }),
      rulesIntervalMs,
    ),
    inTrustedTime('forgetting findings', (time) => deleteOldFindings(system, time)),
    inTrustedTime('forgetting events', (time) => deleteOldEvents(system, time)),
    inTrustedTime('forgetting notifications', (time) => deleteOldNotifications(system, time)),
    inTrustedTime('closing ended reviews', (time) => closeEndedReviews(system, time)),
    inTrustedTime('closing outlived reviews', (time) => closeOutlivedReviews(system, time)),
    inTrustedTime('forgetting collisions', (time) => deleteOldCollisions(system, time)),
    inTrustedTime('deleting old bulk operations', (time) => deleteOldBulkOperations(system, time)),
  ]
}
