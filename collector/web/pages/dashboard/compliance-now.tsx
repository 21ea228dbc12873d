import { Link } from '@tanstack/react-router'
import { Section } from '../../ui/section.tsx'
import { ComplianceFigures } from '../software/compliance-figures.tsx'

export function ComplianceNow() {
  return (
    <Section title="Compliance" aside={<Link to="/software/compliance">All findings</Link>}>
      <ComplianceFigures />
    </Section>
  )
}
