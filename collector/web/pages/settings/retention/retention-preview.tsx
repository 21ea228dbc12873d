import { Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { dayMs } from '@rollcall/shared/durations.ts'
import { useQuery } from '@tanstack/react-query'
import { deviceListOptions } from '../../../api/devices.ts'
import { count } from '../../../ui/amounts.ts'
import { useNow } from '../../../ui/now.tsx'

const typingMs = 300

/** Previews how many devices a number of days would affect today. */
export function RetentionPreview({ days, becomes }: { days: number; becomes: 'stale' | 'archived' | 'deleted' }) {
  const [debounced] = useDebouncedValue(days, typingMs)
  const now = useNow()
  // Rounds to the hour, so that the query key does not change on every render.
  const before = new Date(Math.floor((now - debounced * dayMs) / 3_600_000) * 3_600_000).toISOString()
  const { data } = useQuery({ ...deviceListOptions({ lastSeenBefore: before, limit: 1 }), enabled: debounced > 0 })
  if (days === 0 || data === undefined) return null
  return (
    <Text size="xs" c="dimmed" mt={4} role="status">
      {data.total === 0
        ? `No devices would be ${becomes} now.`
        : `${count(data.total)} ${data.total === 1 ? 'device' : 'devices'} would be ${becomes} now.`}
    </Text>
  )
}
