import type { SnapshotReport } from '@rollcall/shared/api/snapshot.ts'

type Probe = SnapshotReport['probes'][number]

/** Probes that are listed one by one, and names of those that say nothing more than their outcome. */
type ProbeGroups = { listed: Probe[]; answered: string[]; unavailable: string[] }

/** Groups the probes of a report, because an agent has some 60. Those that were refused or failed come first. */
export function groupProbes(probes: readonly Probe[]): ProbeGroups {
  const isProblem = ({ outcome }: Probe) => outcome === 'refused' || outcome === 'failed'
  const isListed = (each: Probe) => isProblem(each) || each.outcome === 'no-answer' || Boolean(each.detail)
  const listed = probes.filter(isListed)
  const namesOf = (outcome: Probe['outcome']) =>
    probes.flatMap((each) => (each.outcome === outcome && !isListed(each) ? [each.probe] : []))
  return {
    listed: [...listed.filter(isProblem), ...listed.filter((each) => !isProblem(each))],
    answered: namesOf('ok'),
    unavailable: namesOf('unavailable'),
  }
}
