import { Text } from '@mantine/core'
import type { Device } from '@rollcall/shared/api/device.ts'
import { useQuery } from '@tanstack/react-query'
import { reviewsOptions } from '../../../api/identity.ts'
import { useMay } from '../../../api/use-may.ts'
import { Section } from '../../../ui/section.tsx'
import { Loaded } from '../../../ui/states/loaded.tsx'
import { AnotherRecord } from './another-record.tsx'
import { ReviewList } from './review-list.tsx'

const shownMax = 50

/** Which other records may be this device, why it may not be what it was taken for, and what a person says of it. */
export function ToSettle({ device }: { device: Device }) {
  const mayEdit = useMay('EditInventory')
  const reviews = useQuery(reviewsOptions({ deviceId: device.id, limit: shownMax }))
  return (
    <Section title="One device or another">
      <Loaded query={reviews} what="What is to be settled" lines={3}>
        {({ items }) =>
          items.length > 0 ? (
            <ReviewList reviews={items} />
          ) : (
            <Text size="sm" c="dimmed">
              Nothing is doubtful: no other record looks like this device, and all that was taken for it fits.
            </Text>
          )
        }
      </Loaded>
      {mayEdit && device.archivedAt === null && <AnotherRecord key={device.id} device={device} />}
    </Section>
  )
}
