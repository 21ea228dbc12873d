import type { Device } from '@rollcall/shared/api/device.ts'
import { useQuery } from '@tanstack/react-query'
import { reviewsOptions } from '../../../api/identity.ts'
import { useMay } from '../../../api/use-may.ts'
import { Dimmed } from '../../../ui/dimmed.tsx'
import { Section } from '../../../ui/section.tsx'
import { Loaded } from '../../../ui/states/loaded.tsx'
import { AnotherRecord } from './another-record.tsx'
import { ReviewList } from './review-list.tsx'

const shownMax = 50

/** Open reviews of the device: other records that may be the same device, and doubtful matches. */
export function OpenReviews({ device }: { device: Device }) {
  const mayEdit = useMay('EditInventory')
  const reviews = useQuery(reviewsOptions({ deviceId: device.id, limit: shownMax }))
  return (
    <Section title="Reviews">
      <Loaded query={reviews} label="The reviews" lines={3}>
        {({ items }) =>
          items.length > 0 ? (
            <ReviewList reviews={items} />
          ) : (
            <Dimmed>No open reviews. No other record resembles this device, and all matches are consistent.</Dimmed>
          )
        }
      </Loaded>
      {mayEdit && device.archivedAt === null && <AnotherRecord key={device.id} device={device} />}
    </Section>
  )
}
