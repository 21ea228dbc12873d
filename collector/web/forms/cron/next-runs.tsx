import { Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import type { SchedulePreview } from '@rollcall/shared/api/schedule.ts'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { ApiError } from '../../api/problem.ts'
import { request } from '../../api/request.ts'
import { Dimmed } from '../../ui/dimmed.tsx'
import { timeIn } from '../../ui/time-format.ts'
import { cronInWords } from './cron-words.ts'

const typingMs = 250

const previewOptions = (cron: string, timeZone: string) =>
  queryOptions({
    queryKey: ['schedules', 'preview', cron, timeZone],
    queryFn: ({ signal }) =>
      request<SchedulePreview>('/api/v1/schedules/preview', { method: 'POST', json: { cron, timeZone }, signal }),
    placeholderData: keepPreviousData,
  })

/** Explains a cron expression while it is typed: in words and as its next runs. */
export function NextRuns({ cron, timeZone }: { cron: string; timeZone: string }) {
  const [debounced] = useDebouncedValue(cron.trim(), typingMs)
  const { data, error } = useQuery({ ...previewOptions(debounced, timeZone), enabled: debounced !== '' })
  if (debounced === '') return null
  const refused = error instanceof ApiError ? error.fields[0]?.message : undefined
  return (
    <section aria-label="Next runs" aria-live="polite">
      {error ? (
        <Dimmed>{refused ? `The expression ${refused}.` : error.message}</Dimmed>
      ) : (
        <>
          <Text size="sm" fw={600}>
            {cronInWords(debounced) ?? 'Next runs'}
          </Text>
          {data?.nextRuns.map((run) => (
            <Text key={run} size="sm" className="number">
              {timeIn(run, timeZone)}
            </Text>
          ))}
        </>
      )}
    </section>
  )
}
