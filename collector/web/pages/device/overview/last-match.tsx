import { Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { matchesOptions } from '../../../api/devices.ts'
import { Dimmed } from '../../../ui/dimmed.tsx'
import { Section } from '../../../ui/section.tsx'
import { Loaded } from '../../../ui/states/loaded.tsx'
import { Time } from '../../../ui/time.tsx'
import classes from './overview.module.css'

/** The evidence by which the last snapshot was matched to this device. */
export function LastMatch({ deviceId }: { deviceId: string }) {
  const matches = useQuery(matchesOptions(deviceId, { limit: 1 }))
  return (
    <Section title="Last match">
      <Loaded query={matches} label="The last match" lines={2}>
        {({ items: [last] }) =>
          last ? (
            <>
              {last.review && (
                <p className={classes['review']}>
                  <IconAlertTriangle size={16} aria-label="Needs review" />
                  <span className="wrap">{last.review}</span>
                </p>
              )}
              <Text size="sm" className="wrap">
                {last.summary}
              </Text>
              <Text size="xs" c="dimmed">
                {last.source} snapshot, <Time value={last.auditDate} />
              </Text>
            </>
          ) : (
            <Dimmed>No snapshots yet.</Dimmed>
          )
        }
      </Loaded>
    </Section>
  )
}
