import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { segmentsOptions } from '../../../api/catalogs.ts'
import { Section } from '../../../ui/section.tsx'
import { Loaded } from '../../../ui/states/loaded.tsx'

/** Segments that an Audit Service scans. */
export function Segments({ id }: { id: string }) {
  const query = useQuery(segmentsOptions)
  return (
    <Section title="Segments">
      <Loaded query={query} label="The segments">
        {({ items }) => {
          const own = items.filter(({ auditServiceId }) => auditServiceId === id)
          if (own.length === 0) return 'No segments.'
          return own.map((segment) => (
            <div key={segment.id}>
              <Link to="/segments/$segmentId" params={{ segmentId: segment.id }} className="wrap">
                {segment.name}
              </Link>
            </div>
          ))
        }}
      </Loaded>
    </Section>
  )
}
