import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { complianceSummaryOptions } from '../../api/compliance.ts'
import { Dimmed } from '../../ui/dimmed.tsx'
import { Section } from '../../ui/section.tsx'
import { ComplianceFigures } from '../software/compliance-figures.tsx'

/** Compliance figures of the site. Without rules, links to the catalog. */
export function ComplianceNow() {
  const { data } = useQuery(complianceSummaryOptions)
  if (data?.rules === 0) {
    return (
      <Section title="Compliance" aside={<Link to="/software">Software</Link>}>
        <Dimmed>No product is Required or Forbidden yet. Set this in the software catalog.</Dimmed>
      </Section>
    )
  }
  return (
    <Section title="Compliance" aside={<Link to="/software/compliance">All findings</Link>}>
      <ComplianceFigures />
    </Section>
  )
}
