import { Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { deviceListOptions } from '../../../api/devices.ts'
import { ApiError } from '../../../api/problem.ts'
import { errorOf } from '../../../query/query-input.tsx'
import { counted } from '../../../ui/amounts.ts'

const typingMs = 300

/** Number of devices that match a query now, or the reason for which the collector refuses it. */
export function MatchCount({ text }: { text: string }) {
  const [query] = useDebouncedValue(text.trim(), typingMs)
  const isQuery = query !== '' && errorOf(query) === undefined
  const { data, error } = useQuery({ ...deviceListOptions({ query, limit: 1 }), enabled: isQuery, retry: false })
  if (!isQuery) return null
  if (error) {
    const reason = error instanceof ApiError ? (error.fields[0]?.message ?? error.message) : error.message
    return (
      <Text size="sm" c="red" role="status">
        {reason}
      </Text>
    )
  }
  return (
    <Text size="sm" role="status">
      {data && (
        <Link to="/devices" search={{ query }} target="_blank">
          {counted(data.total, 'device matches', 'devices match')} now
        </Link>
      )}
    </Text>
  )
}
