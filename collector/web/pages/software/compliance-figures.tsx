import { useQuery } from '@tanstack/react-query'
import { complianceSummaryOptions } from '../../api/compliance.ts'
import { counted } from '../../ui/amounts.ts'
import { Figure, Figures } from '../../ui/figures.tsx'
import { Loaded } from '../../ui/states/loaded.tsx'

/** Compliance figures of the site, each with a link to its list. */
export function ComplianceFigures() {
  const summary = useQuery(complianceSummaryOptions)
  return (
    <Loaded query={summary} label="The compliance figures" lines={1}>
      {({ computers, inScope, compliant, unknown, missing, forbidden, rules }) => (
        <Figures name="Compliance of the site">
          <Figure count={inScope} label={`in scope of ${counted(computers, 'computer')}`} />
          <Figure count={compliant} state="good" label={compliant === 1 ? 'complies' : 'comply'} />
          <Figure
            count={missing}
            label="missing a Required product"
            state="warn"
            to={{ to: '/software/compliance', search: { kind: 'missing' } }}
          />
          <Figure
            count={forbidden}
            label="with a Forbidden product"
            state="bad"
            to={{ to: '/software/compliance', search: { kind: 'forbidden' } }}
          />
          <Figure
            count={unknown}
            label="not known: software never read"
            to={{ to: '/software/compliance', search: { kind: 'unknown' } }}
          />
          <Figure count={rules} label={rules === 1 ? 'rule' : 'rules'} />
        </Figures>
      )}
    </Loaded>
  )
}
