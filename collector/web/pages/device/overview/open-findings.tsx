import { Text } from '@mantine/core'
import type { Device } from '@rollcall/shared/api/device.ts'
import type { Finding } from '@rollcall/shared/api/finding.ts'
import type { Review } from '@rollcall/shared/api/review.ts'
import { IconCircleCheck, IconUserQuestion } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { openFindingsOptions } from '../../../api/findings.ts'
import { openReviewsOptions } from '../../../api/identity.ts'
import { useMay } from '../../../api/use-may.ts'
import { DeviceLink } from '../../../ui/device-link.tsx'
import { RuleIcon } from '../../../ui/finding-icon.tsx'
import { findingWords } from '../../../ui/finding-words.ts'
import { Section } from '../../../ui/section.tsx'
import { Failure } from '../../../ui/states/failure.tsx'
import { Outline } from '../../../ui/states/loaded.tsx'
import { FindingMenu } from '../../findings/finding-menu.tsx'
import { FindingState } from '../../findings/finding-state.tsx'
import classes from './open-findings.module.css'

/** Findings and reviews of the device that are not resolved, each with the tab to fix it. */
export function OpenFindings({ device }: { device: Device }) {
  const reviews = useQuery(openReviewsOptions(device.id))
  const findings = useQuery(openFindingsOptions(device.id))
  const queries = [reviews, findings]
  const failed = queries.find((query) => query.isError)
  return (
    <Section
      title="Open findings"
      aside={
        findings.data !== undefined &&
        findings.data.total > 0 && (
          <Link to="/findings" search={{ deviceId: device.id }}>
            All findings
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
      {reviews.data && findings.data ? (
        <Findings deviceId={device.id} reviews={reviews.data.items} findings={findings.data} />
      ) : (
        !failed && <Outline lines={2} label="The findings" />
      )}
    </Section>
  )
}

type Listed = { deviceId: string; reviews: readonly Review[]; findings: { items: Finding[]; total: number } }

function Findings({ deviceId, reviews, findings: { items, total } }: Listed) {
  const mayEdit = useMay('EditInventory')
  if (reviews.length + total === 0) {
    return (
      <Text size="sm" className={classes['good'] ?? ''}>
        <IconCircleCheck size={15} aria-hidden /> Nothing needs attention.
      </Text>
    )
  }
  return (
    <ul className={classes['findings']} aria-label="Open findings">
      {reviews.map(({ review, since }) => (
        <li key={`${review} ${since}`}>
          <IconUserQuestion size={18} aria-hidden className={classes['review']} />
          <span className={classes['what']}>{review}</span>
          <DeviceLink id={deviceId} name="Review the match" tab="identity" />
        </li>
      ))}
      {items.map((finding) => {
        const { matter, evidence } = findingWords(finding)
        return (
          <li key={finding.id} data-state={finding.state}>
            <RuleIcon origin={finding.ruleOrigin} severity={finding.severity} />
            <span className={classes['what']} title={finding.ruleName}>
              {matter}
              <span className={classes['about']}>
                {evidence !== null && `${evidence} · `}
                <FindingState {...finding} />
                {finding.note && ` · ${finding.note}`}
              </span>
            </span>
            <Remedy deviceId={deviceId} origin={finding.ruleOrigin} />
            {mayEdit && <FindingMenu finding={finding} />}
          </li>
        )
      })}
      {total > items.length && (
        <li>
          <Link to="/findings" search={{ deviceId }}>
            All {total} findings
          </Link>
        </li>
      )}
    </ul>
  )
}

type Tab = 'software' | 'hardware' | 'network' | 'supplies' | 'audit' | 'history'

/** The remedy for each rule that a site starts with, and the tab to find more. Other rules have none. */
const remedies: Record<string, { remedy: string; tab: Tab }> = {
  'forbidden-software': { remedy: 'Remove it', tab: 'software' },
  'required-missing': { remedy: 'Install it', tab: 'software' },
  'software-added': { remedy: 'See its software', tab: 'software' },
  'disk-failing': { remedy: 'Back up its data and replace it', tab: 'hardware' },
  'disk-warning': { remedy: 'Check its health', tab: 'hardware' },
  'volume-full': { remedy: 'Free up space', tab: 'hardware' },
  'battery-low': { remedy: 'Check the power supply or replace the battery', tab: 'hardware' },
  'supply-low': { remedy: 'Order a replacement', tab: 'supplies' },
  'certificate-ends': { remedy: 'Renew it', tab: 'network' },
  'port-down': { remedy: 'Check the cable and the connected device', tab: 'network' },
  'not-audited': { remedy: 'Check the credential, and audit the device again', tab: 'audit' },
  'not-seen': { remedy: 'Check whether it still exists, or archive it', tab: 'audit' },
  'unknown-type': { remedy: 'Add a working credential to its segment', tab: 'audit' },
  'device-added': { remedy: 'See what changed', tab: 'history' },
  'device-moved': { remedy: 'See what changed', tab: 'history' },
}

function Remedy({ deviceId, origin }: { deviceId: string; origin: string | null }) {
  const found = remedies[origin ?? '']
  if (!found) return null
  return (
    <Link to={`/devices/$deviceId/${found.tab}`} params={{ deviceId }}>
      {found.remedy}
    </Link>
  )
}
