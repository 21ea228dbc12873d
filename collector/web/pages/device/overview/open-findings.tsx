import { Text } from '@mantine/core'
import type { Device } from '@rollcall/shared/api/device.ts'
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { deviceComplianceOptions } from '../../../api/compliance.ts'
import { findingsOptions } from '../../../api/findings.ts'
import { reviewsOptions } from '../../../api/identity.ts'
import { reportOptions } from '../../../api/snapshots.ts'
import { useNow } from '../../../ui/now.tsx'
import { Section } from '../../../ui/section.tsx'
import { Failure } from '../../../ui/states/failure.tsx'
import { Outline } from '../../../ui/states/loaded.tsx'
import classes from './findings.module.css'
import { type Finding, findingsOf } from './findings.ts'

const shownMax = 12

/** Open findings of the device, each with its remedy. */
export function OpenFindings({ device }: { device: Device }) {
  const now = useNow()
  const reviews = useQuery(reviewsOptions({ deviceId: device.id, limit: 50 }))
  const compliance = useQuery(deviceComplianceOptions(device.id))
  const report = useQuery({ ...reportOptions(device.auditId ?? ''), enabled: device.auditId !== null })
  const found = useQuery(findingsOptions({ deviceId: device.id, state: 'open', limit: 50 }))
  const queries = [reviews, compliance, report, found]
  const failed = queries.find((query) => query.isError)
  const isLoaded = reviews.data && compliance.data && found.data && !report.isLoading
  return (
    <Section
      title="Open findings"
      aside={
        found.data !== undefined &&
        found.data.items.length > 0 && (
          <Link to="/findings" search={{ deviceId: device.id }}>
            Acknowledge or snooze
          </Link>
        )
      }
    >
      {failed && (
        <Failure
          error={failed.error}
          label="Part of the findings"
          retry={() => void Promise.all(queries.filter(({ isError }) => isError).map((query) => query.refetch()))}
        />
      )}
      {isLoaded ? (
        <Findings
          deviceId={device.id}
          findings={findingsOf(
            {
              ...{ device, reviews: reviews.data.items, compliance: compliance.data },
              ...{ report: report.data, found: found.data.items },
            },
            now,
          )}
        />
      ) : (
        !failed && <Outline lines={2} label="The findings" />
      )}
    </Section>
  )
}

function Findings({ deviceId, findings }: { deviceId: string; findings: readonly Finding[] }) {
  const left = findings.length - shownMax
  if (findings.length === 0) {
    return (
      <Text size="sm" className={classes['good'] ?? ''}>
        <IconCircleCheck size={15} aria-hidden /> Nothing needs attention.
      </Text>
    )
  }
  return (
    <ul className={classes['findings']} aria-label="Open findings">
      {findings.slice(0, shownMax).map(({ problem, remedy, tab }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two volumes may say the same, and each list is made anew
        <li key={at}>
          <IconAlertTriangle size={15} aria-hidden />
          <span className="wrap">{problem}</span>
          <Link to={`/devices/$deviceId/${tab}`} params={{ deviceId }}>
            {remedy}
          </Link>
        </li>
      ))}
      {left > 0 && <li>and {left} more on the other tabs</li>}
    </ul>
  )
}
