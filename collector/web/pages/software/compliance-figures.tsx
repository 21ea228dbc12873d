import { Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, type LinkProps } from '@tanstack/react-router'
import { complianceSummaryOptions } from '../../api/compliance.ts'
import { Loaded } from '../../ui/states/loaded.tsx'

const counts = new Intl.NumberFormat('en')

/** The site at a glance; each figure leads to what is behind it. */
export function ComplianceFigures() {
  const summary = useQuery(complianceSummaryOptions)
  return (
    <Loaded query={summary} what="The figures of compliance" lines={1}>
      {({ computers, inScope, compliant, missing, forbidden, rules }) => (
        <Group component="ul" gap="xl" p={0} mb="md" aria-label="Compliance of the site" style={{ listStyle: 'none' }}>
          <Figure count={inScope} label={`in scope of ${counts.format(computers)} computers`} />
          <Figure count={compliant} label={compliant === 1 ? 'complies' : 'comply'} />
          <Figure
            count={missing}
            label={missing === 1 ? 'misses a Required product' : 'miss a Required product'}
            to={{ to: '/software/compliance', search: { kind: 'missing' } }}
          />
          <Figure
            count={forbidden}
            label={forbidden === 1 ? 'has a Forbidden product' : 'have a Forbidden product'}
            to={{ to: '/software/compliance', search: { kind: 'forbidden' } }}
          />
          <Figure count={rules} label={rules === 1 ? 'rule' : 'rules'} />
        </Group>
      )}
    </Loaded>
  )
}

type FigureProps = { count: number; label: string; to?: LinkProps }

function Figure({ count, label, to }: FigureProps) {
  const figure = (
    <Text span fw={600} fz="lg" className="number">
      {counts.format(count)}
    </Text>
  )
  return (
    <li>
      {to && count > 0 ? (
        <Link {...to}>
          {figure} {label}
        </Link>
      ) : (
        <>
          {figure}{' '}
          <Text span size="sm" c="dimmed">
            {label}
          </Text>
        </>
      )}
    </li>
  )
}
