import { Text } from '@mantine/core'
import type { BriefDevice } from '@rollcall/shared/api/device-merge.ts'
import type { Review, ReviewKind, ReviewSide } from '@rollcall/shared/api/review.ts'
import { kindNames } from '@rollcall/shared/inventory/match.ts'
import { DeviceLink } from '../../../ui/device-link.tsx'
import { DeviceTypeIcon } from '../../../ui/device-type.tsx'
import { Identifier } from '../../../ui/identifier.tsx'
import { Time } from '../../../ui/time.tsx'
import { Evidence } from './evidence.tsx'
import classes from './identity.module.css'
import { ReviewActions } from './review-actions.tsx'

export const reviewKindNames: Record<ReviewKind, string> = {
  collision: 'Collision',
  device: 'Doubtful match',
  pair: 'Likely duplicates',
}

/** Open reviews, each with its evidence and actions. */
export function ReviewList({ reviews }: { reviews: readonly Review[] }) {
  return (
    <ul className={classes['reviews']} aria-label="Open reviews">
      {reviews.map((review) => (
        <li key={keyOf(review)} className={classes['review']}>
          <div className={classes['head']}>
            <strong>{reviewKindNames[review.kind]}</strong>
            {review.confidence !== null && <span>{Math.round(review.confidence * 100)} % confidence</span>}
            {review.since !== null && (
              <span className={classes['since']}>
                <Time value={review.since} />
              </span>
            )}
          </div>
          <span className="wrap">{review.review}</span>
          {review.sides.length > 0 ? (
            <Sides sides={review.sides} />
          ) : (
            <ul className={classes['devices']} aria-label="Devices">
              {review.devices.map((device) => (
                <Brief key={device.id} device={device} />
              ))}
            </ul>
          )}
          <Grounds review={review} />
          <p className={classes['waiting']}>
            <strong>If nobody decides:</strong> {review.ifNothingIsDone}
          </p>
          <ReviewActions review={review} />
        </li>
      ))}
    </ul>
  )
}

const keyOf = ({ kind, devices, evidence, review }: Review): string =>
  [kind, ...devices.map(({ id }) => id), ...evidence.map(({ value }) => value), review].join(' ')

function Brief({ device: { id, name, type, ipAddress, macAddress, serialNumber, lastSeen } }: { device: BriefDevice }) {
  const identifiers = [ipAddress, macAddress, serialNumber].filter((value) => value !== null)
  return (
    <li>
      <DeviceTypeIcon type={type} />
      <DeviceLink id={id} name={name} tab="identity" />
      {identifiers.map((value) => (
        <Identifier key={value} value={value} />
      ))}
      <Text span size="xs" c="dimmed">
        last seen <Time value={lastSeen} />
      </Text>
    </li>
  )
}

/** The records that a review compares, or a device before its doubtful snapshot and the snapshot. */
function Sides({ sides }: { sides: readonly ReviewSide[] }) {
  return (
    <ul className={classes['sides']} aria-label="Sides">
      {sides.map(({ deviceId, name, source, firstSeen, lastSeen, evidence }) => (
        <li key={`${deviceId} ${source} ${firstSeen}`}>
          <DeviceLink id={deviceId} name={name} tab="identity" />
          <Text size="xs" c="dimmed">
            {source === null ? (
              <>
                seen from <Time value={firstSeen} /> to <Time value={lastSeen} />
              </>
            ) : (
              <>
                {source}, <Time value={lastSeen} />
              </>
            )}
          </Text>
          <Evidence evidence={evidence} />
        </li>
      ))}
    </ul>
  )
}

function Grounds({ review: { evidence, against } }: { review: Review }) {
  if (evidence.length + against.length === 0) return null
  return (
    <div className={classes['grounds']}>
      {evidence.length > 0 && (
        <div>
          <p>Matching evidence</p>
          <Evidence evidence={evidence} />
        </div>
      )}
      {against.length > 0 && (
        <div>
          <p>Contradicting evidence</p>
          <ul className={classes['evidence']}>
            {against.map(({ kind, detail, observed, known }) => (
              <li key={`${kind} ${detail}`} className="wrap">
                {kindNames[kind]}:{' '}
                {observed && known ? `${observed.join(', ')}, previously ${known.join(', ')}` : detail}
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  )
}
