import { useQuery } from '@tanstack/react-query'
import { segmentsOptions } from '../../api/catalogs.ts'
import { counted } from '../../ui/amounts.ts'
import { Dimmed } from '../../ui/dimmed.tsx'
import { Loaded } from '../../ui/states/loaded.tsx'
import { FirstScan } from './first-scan.tsx'
import { NewSegment } from './new-segment.tsx'
import { Step } from './step.tsx'

export function SegmentStep() {
  const query = useQuery(segmentsOptions)
  const { items: [first] = [], total = 0 } = query.data ?? {}
  return (
    <Step
      number={4}
      title="Add a segment"
      isDone={first?.lastScan != null}
      about="A segment is a range of addresses to scan. Scans start only on request or by schedule."
    >
      <Loaded query={query} label="The segments">
        {() => (first ? <FirstScan segment={first} /> : <NewSegment />)}
      </Loaded>
      {total > 1 && <Dimmed mt="sm">The site has {counted(total, 'segment')}.</Dimmed>}
    </Step>
  )
}
