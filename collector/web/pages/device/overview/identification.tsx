import type { SnapshotReport } from '@rollcall/shared/api/snapshot.ts'
import { IconAlertTriangle, IconCircleCheck, IconCircleMinus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { reportOptions } from '../../../api/snapshots.ts'
import { Dimmed } from '../../../ui/dimmed.tsx'
import { fieldLabel } from '../../../ui/field-label.ts'
import { PlainTable } from '../../../ui/plain-table.tsx'
import { Section } from '../../../ui/section.tsx'
import { Loaded } from '../../../ui/states/loaded.tsx'
import { groupProbes } from './group-probes.ts'
import classes from './overview.module.css'

/** The evidence of the last audit: each value with the object or line it was read from. */
export function Identification({ auditId }: { auditId: string }) {
  const report = useQuery(reportOptions(auditId))
  return (
    <Section title="Evidence">
      <Loaded query={report} label="The evidence">
        {({ evidence, probes, truncated, depth }) => (
          <>
            <Dimmed mb={8}>
              {depth === 'audit' ? 'Read by an audit.' : 'Found by a scan only. The device was not audited.'}
            </Dimmed>
            {evidence.length > 0 && (
              <PlainTable
                name="Evidence"
                items={evidence}
                keyOf={({ field, source }, at) => `${at} ${field} ${source}`}
                columns={[
                  { header: 'Field', render: ({ field }) => fieldLabel('Hardware', field) },
                  { header: 'Value', render: ({ value }) => value },
                  { header: 'Source', render: ({ source }) => <span className="mono">{source}</span> },
                ]}
              />
            )}
            <Probes probes={probes} />
            {truncated.length > 0 && (
              <ul className={classes['notes']} aria-label="Remarks">
                {truncated.map((remark) => (
                  <li key={remark} className="wrap">
                    {remark}
                  </li>
                ))}
              </ul>
            )}
          </>
        )}
      </Loaded>
    </Section>
  )
}

type Probe = SnapshotReport['probes'][number]

const outcomes: Record<Probe['outcome'], { label: string; icon: typeof IconCircleCheck }> = {
  ok: { label: 'answered', icon: IconCircleCheck },
  'no-answer': { label: 'no answer', icon: IconCircleMinus },
  refused: { label: 'refused', icon: IconAlertTriangle },
  failed: { label: 'failed', icon: IconAlertTriangle },
  unavailable: { label: 'unavailable', icon: IconCircleMinus },
}

function Probes({ probes }: { probes: readonly Probe[] }) {
  if (probes.length === 0) return null
  const { listed, answered, unavailable } = groupProbes(probes)
  return (
    <ul className={classes['probes']} aria-label="Audit methods">
      {listed.map(({ probe, outcome, detail }, at) => {
        const { label, icon: Shape } = outcomes[outcome]
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: one probe may be tried twice, and the list never changes
          <li key={at} data-outcome={outcome}>
            <Shape size={15} aria-hidden />
            <span className="wrap">
              <strong>{probe}</strong> {label}
              {detail && `: ${detail}`}
            </span>
          </li>
        )
      })}
      <Named outcome="ok" label="Answered" probes={answered} />
      <Named outcome="unavailable" label="Unavailable" probes={unavailable} />
    </ul>
  )
}

function Named({ outcome, label, probes }: { outcome: Probe['outcome']; label: string; probes: readonly string[] }) {
  if (probes.length === 0) return null
  const { icon: Shape } = outcomes[outcome]
  return (
    <li data-outcome={outcome}>
      <Shape size={15} aria-hidden />
      <span className="wrap">
        {label}: {probes.join(', ')}
      </span>
    </li>
  )
}
