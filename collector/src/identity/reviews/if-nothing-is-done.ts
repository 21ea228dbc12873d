import type { BriefDevice } from '@rollcall/shared/api/device-merge.ts'
import type { Review } from '@rollcall/shared/api/review.ts'
import type { SiteSettings } from '@rollcall/shared/api/site-settings.ts'
import { counted } from '@rollcall/shared/counted.ts'
import { dayMs } from '@rollcall/shared/durations.ts'
import { liveMs } from '../../device-records/reviews.ts'
import { later } from '../../lib/shift-time.ts'
import { confidenceMin } from '../../matching/choose-device.ts'
import type { Situation } from './open-reviews.ts'

/** Describes what happens if nobody decides a review. */
export function ifNothingIsDone(
  { collisions, pairs, doubts }: Situation,
  devices: readonly BriefDevice[],
  retention: SiteSettings['retention'],
): Pick<Review, 'ifNothingIsDone'> {
  if (collisions.length + pairs.length === 0) {
    const [doubt] = doubts
    if (doubt?.endsAt) return { ifNothingIsDone: untilEnd(doubt.endsAt) }
    const isLikely = doubts.every(({ snapshot }) => (snapshot?.match.confidence ?? 0) >= confidenceMin)
    return { ifNothingIsDone: isLikely ? likelyOne : oneDevice }
  }
  const gone = devices.find((each) => devices.some((other) => other !== each && each.lastSeen < other.firstSeen))
  if (gone) return { ifNothingIsDone: afterLast(gone, retention) }
  return { ifNothingIsDone: collisions.length > 0 ? separate : severalDevices }
}

const untilEnd = (endsAt: string) =>
  `It stays one device, whose data changes with each of the two. The review closes on ${dayOf(endsAt)} unless both report again.`

const oneDevice =
  'It stays one device. The review closes when later evidence confirms the match or separates the two sides, or when a person decides.'

const likelyOne = `It stays one device. The review closes when later evidence confirms the match or separates the two sides, or ${counted(liveMs / dayMs, 'day')} after the change if the earlier side is not seen again.`

const separate = `They stay separate devices. The review closes ${counted(liveMs / dayMs, 'day')} after one of them was last seen with the value.`

const severalDevices =
  'They stay separate devices, each with its own history. The review closes when later evidence shows whether they are one.'

/** One record was not seen any more when another appeared. */
function afterLast({ name, lastSeen }: BriefDevice, { staleDeviceDays, archiveDeviceDays }: SiteSettings['retention']) {
  const steps = [
    ...(staleDeviceDays > 0 ? [`becomes stale on ${dayOf(lastSeen, staleDeviceDays)}`] : []),
    ...(archiveDeviceDays > 0 ? [`is archived on ${dayOf(lastSeen, archiveDeviceDays)}, which closes the review`] : []),
  ]
  const then = steps.length > 0 ? `It ${steps.join(' and ')}.` : 'It stays in the inventory until a person removes it.'
  return `${name} was last seen on ${dayOf(lastSeen)}, before the other appeared. Both records stay, and the history stays divided. ${then}`
}

const dayOf = (time: string, daysLater = 0): string => later(time, daysLater * dayMs).slice(0, 10)
