import { type Entry, textIn, textsIn } from '../../loose-values.ts'
import { profilerTimeoutMs, readProfile } from '../../macos-profiler.ts'
import type { Package, SoftwarePart } from '../../parts.ts'
import type { Source } from '../../source.ts'

/** Lists applications with System Information. */
export const macosApplications: Source<SoftwarePart> = {
  name: 'system_profiler',
  reads: ['[system_profiler]'],
  timeoutMs: profilerTimeoutMs,
  isAvailable: (host) => host.hasProgram('system_profiler'),
  collect: async (host, onCut) =>
    parseApplications((await readProfile(host, ['SPApplicationsDataType'], onCut))('SPApplicationsDataType')),
}

export const parseApplications = (applications: readonly Entry[]): Package[] =>
  applications.flatMap((application) => {
    const name = textIn(application, '_name')
    if (name === undefined) return []
    return {
      name,
      version: textIn(application, 'version') ?? '',
      // `apple`, `mac_app_store`, `identified_developer`, `unknown`
      publisher: publisherOf(textIn(application, 'obtained_from'), textsIn(application, 'signed_by')[0]),
      architecture: architectureOf(textIn(application, 'arch_kind')),
      source: 'system_profiler',
    }
  })

/** Names of processors behind `arch_`; several of them are a universal application. */
const architectures = new Map([
  ['arm', 'arm64'],
  ['i64', 'x86_64'],
  ['i32', 'x86'],
  ['x86', 'x86'],
  ['ppc', 'ppc'],
])

/** Returns undefined for `arch_other`, `arch_web` and other applications without a program of their own. */
function architectureOf(kind: string | undefined): string | undefined {
  const names = kind?.split('_').flatMap((name) => architectures.get(name) ?? []) ?? []
  return names.length > 1 ? 'universal' : names[0]
}

/**
 * Returns the publisher. `Developer ID Application: Mozilla Corporation (43AQ936H96)` names the developer; Apple's own
 * applications are signed by `Software Signing`.
 */
function publisherOf(obtainedFrom: string | undefined, signedBy: string | undefined): string | undefined {
  if (obtainedFrom === 'apple') return 'Apple'
  return /^[^:]+: (.+?)(?: \([A-Z0-9]{10}\))?$/.exec(signedBy ?? '')?.[1]
}
