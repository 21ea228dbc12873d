import { Progress, Text } from '@mantine/core'
import type { Usage } from '@rollcall/shared/api/usage.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { registrations as appRegistrations } from '../../../api/access.ts'
import { readOptions } from '../../../api/read-options.ts'
import { useMay } from '../../../api/use-may.ts'
import { count } from '../../../ui/amounts.ts'
import { Facts } from '../../../ui/facts.tsx'
import { PlainTable } from '../../../ui/plain-table.tsx'
import { Section } from '../../../ui/section.tsx'
import { Loaded } from '../../../ui/states/loaded.tsx'
import { Time } from '../../../ui/time.tsx'

const usageOptions = queryOptions({ ...readOptions<Usage>(['usage'], '/api/v1/usage'), refetchInterval: 15_000 })

export function UsageNow() {
  const usage = useQuery(usageOptions)
  return (
    <Loaded query={usage} label="The usage">
      {(data) => (
        <>
          <Section title="Since the last reset">
            <Quota usage={data} />
          </Section>
          {data.registrations && <Callers registrations={data.registrations} total={data.transactions} />}
        </>
      )}
    </Loaded>
  )
}

function Quota({ usage }: { usage: Usage }) {
  const { transactions, monthlyTransactions, remaining, periodStart, periodEnd, timeZone, workload } = usage
  const percent = monthlyTransactions === 0 ? 0 : Math.min(100, (transactions / monthlyTransactions) * 100)
  const isUsedUp = remaining === 0
  const limits = [
    workload.perSecond > 0 && `${count(workload.perSecond)} per second`,
    workload.perMinute > 0 && `${count(workload.perMinute)} per minute`,
  ].filter(Boolean)
  return (
    <>
      <Facts
        facts={{
          Calls: <span className="number">{count(transactions)}</span>,
          'Monthly quota':
            remaining === null ? (
              'Unlimited'
            ) : (
              <>
                {count(monthlyTransactions)}, {count(remaining)} left
                <Progress
                  mt={4}
                  size="sm"
                  value={percent}
                  color={isUsedUp ? 'red' : percent >= 80 ? 'yellow' : 'gray'}
                  aria-label={`${Math.floor(percent)} percent of the quota`}
                />
              </>
            ),
          'Counted since': <Time value={periodStart} exact />,
          'Next reset': (
            <>
              <Time value={periodEnd} exact /> ({timeZone}: 00:00)
            </>
          ),
          'Rate limits per client': limits.length === 0 ? 'None' : limits.join(', '),
        }}
      />
      {isUsedUp && (
        <Text size="sm" mt="sm" role="status">
          The quota is used up. Calls of App registrations get status 429 until the reset. Raise the quota on this page
          or with <code>rollcall quota</code> on the collector’s machine.
        </Text>
      )}
    </>
  )
}

function Callers({ registrations, total }: { registrations: NonNullable<Usage['registrations']>; total: number }) {
  const mayName = useMay('Administrator')
  const named = useQuery({ ...appRegistrations.allOptions, enabled: mayName })
  const names = new Map(named.data?.items.map(({ id, name }) => [id, name]))
  if (registrations.length === 0) return null
  return (
    <Section title="Calls by App registration">
      <PlainTable
        name="Calls by App registration"
        items={registrations}
        keyOf={({ registrationId }) => registrationId}
        columns={[
          {
            header: 'App registration',
            render: ({ registrationId }) => names.get(registrationId) ?? (named.data ? 'Deleted registration' : ''),
          },
          { header: 'Calls', align: 'right', render: ({ transactions }) => count(transactions) },
          {
            header: 'Share',
            align: 'right',
            render: ({ transactions }) => `${Math.round((transactions / Math.max(total, 1)) * 100)} %`,
          },
        ]}
      />
    </Section>
  )
}
