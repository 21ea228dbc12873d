import { type Entry, entriesIn, textIn } from '../../loose-values.ts'
import { profilerTimeoutMs, readProfile } from '../../macos-profiler.ts'
import type { Package, SoftwarePart } from '../../parts.ts'
import type { Source } from '../../source.ts'

/** Lists configuration profiles, which are installed by a person or by device management. */
export const macosConfigurationProfiles: Source<SoftwarePart> = {
  name: 'configuration-profiles',
  reads: ['[configuration-profile]'],
  timeoutMs: profilerTimeoutMs,
  isAvailable: (host) => host.hasProgram('system_profiler'),
  collect: async (host, onCut) => {
    const profile = await readProfile(host, ['SPConfigurationProfileDataType'], onCut)
    // One section for the device and one for each user.
    return profile('SPConfigurationProfileDataType')
      .flatMap((section) => entriesIn(section, '_items'))
      .flatMap(packageOf)
  },
}

function packageOf(profile: Entry): Package[] {
  const name = textIn(profile, '_name') ?? textIn(profile, 'spconfigprofile_profile_identifier')
  if (name === undefined) return []
  return [
    {
      name,
      version: textIn(profile, 'spconfigprofile_version') ?? '',
      publisher: textIn(profile, 'spconfigprofile_organization'),
      source: 'configuration-profile',
      installDate: dateOf(textIn(profile, 'spconfigprofile_install_date') ?? ''),
    },
  ]
}

/** Finds the date that is the same in each language: `Monday, … 2026 at 9:00:00 AM (2026-01-05 08:00:00 +0000)`. */
function dateOf(text: string): string | undefined {
  const [, day, time] = /\b(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d) \+0000/.exec(text) ?? []
  const date = new Date(`${day}T${time}Z`)
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString()
}
