import { counted } from '@rollcall/shared/counted.ts'
import type { HeldJob } from '../../store/schema/operations.ts'

type Described = { job: HeldJob; subject: string; count: number; total: number; since: string }
type Words = { title: string; detail: string; action: string }

/** Describes a held job for an alert: what the job would do, and the options. */
export function describeHold(hold: Described): Words {
  return hold.job === 'clock' ? describeClock(hold) : describeRun(hold, runs[hold.job])
}

type Run = { verb: string; done: string; things: string; because: string }

const runs: Record<Exclude<HeldJob, 'clock'>, Run> = {
  'delete-devices': { verb: 'Delete', done: 'deleted', things: 'devices', because: 'have not been seen for that long' },
  'archive-devices': {
    verb: 'Archive',
    done: 'archived',
    things: 'devices',
    because: 'have not been seen for that long',
  },
  'mark-stale': {
    verb: 'Mark as stale',
    done: 'marked as stale',
    things: 'devices',
    because: 'have not been seen for that long',
  },
  'delete-snapshots': { verb: 'Delete', done: 'deleted', things: 'snapshots', because: 'are older, or more,' },
  'delete-changes': { verb: 'Delete', done: 'deleted', things: 'entries of the change log', because: 'are older' },
}

function describeRun({ count, total }: Described, { verb, done, things, because }: Run): Words {
  const share = total === 0 ? 100 : Math.round((100 * count) / total)
  return {
    title: `Retention would ${verb.toLowerCase()} ${count} of ${total} ${things} at once`,
    detail: `By the retention settings, they ${because}. This is ${share} % of the site’s ${things}, so none is ${done} until an Administrator confirms. If you did not expect this, check the clock, the agents and the retention settings.`,
    action: `${verb} ${count} ${things}`,
  }
}

function describeClock({ subject, count, since }: Described): Words {
  const direction = count > 0 ? 'ahead of' : 'behind'
  const off = inWords(Math.abs(count))
  return {
    title: `The clock of collector ${subject} is ${off} ${direction} the expected time`,
    detail: `Since ${since.slice(0, 16).replace('T', ' ')} UTC the collector counts time by itself, and deletes, archives and expires nothing. If the clock of ${subject} is wrong, correct it; the alert then ends by itself. If it is right, for example after a long time off, confirm it.`,
    action: `The clock is right: go ${off} ${count > 0 ? 'ahead' : 'back'}`,
  }
}

function inWords(hours: number): string {
  if (hours < 1) return 'some minutes'
  if (hours < 48) return counted(hours, 'hour')
  return counted(Math.round(hours / 24), 'day')
}
