import type { DeviceFields } from '../../matching/device-fields.ts'
import { endOfTime } from '../../snapshots/read/as-of.ts'
import { withKeys } from '../states/row-fields.ts'
import { isSameListed, type Listed, listedOf, type Version } from './versions.ts'

/** Audited fields of a device from a time on. */
export type Step = { at: string; fields: DeviceFields }

/**
 * Versions of a device with the fields of its snapshots: `steps` in order, from the first on. Edited fields stay as
 * they were in each version, and gaps stay gaps. The last version is as the device is now.
 */
export function rewritten(versions: readonly Version[], steps: readonly Step[], now: Listed): Version[] {
  const parts = versions.flatMap((version) => partsOf(version, steps))
  const last = parts.at(-1)
  if (last?.until === endOfTime) parts.splice(-1, 1, { ...last, ...listedOf(now) })
  return joined(parts)
}

/** Joins consecutive versions that are equal. */
function joined(versions: readonly Version[]): Version[] {
  const list: Version[] = []
  for (const version of versions) {
    const before = list.at(-1)
    const goesOn = before && before.until === version.from && isSameListed(before, version)
    if (goesOn) before.until = version.until
    else list.push({ ...version })
  }
  return list
}

function partsOf(version: Version, steps: readonly Step[]): Version[] {
  const within = steps.filter(({ at }) => at > version.from && at < version.until).map(({ at }) => at)
  const times = [version.from, ...within, version.until]
  return times.slice(0, -1).map((from, index) => {
    const step = steps.findLast(({ at }) => at <= from)
    const { deviceId, siteId } = version
    const shown = step ? withKeys({ ...listedOf(version), ...fieldsOfStep(step, version) }) : listedOf(version)
    return { deviceId, siteId, from, until: times[index + 1] ?? version.until, ...shown }
  })
}

/** The DNS name mostly comes from a search for hosts, which leaves no snapshot, so it stays. */
const fieldsOfStep = ({ fields }: Step, { dnsName }: Version): DeviceFields => ({
  ...fields,
  dnsName: fields.dnsName ?? dnsName,
})
