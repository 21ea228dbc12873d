import { z } from 'zod'
import { runText } from '../../platform/host.ts'
import type { Package, SoftwarePart } from '../parts.ts'
import type { Source } from '../source.ts'

/** Lists applications with System Information. */
export const macosApplications: Source<SoftwarePart> = {
  name: 'system_profiler',
  isAvailable: (host) => host.hasProgram('system_profiler'),
  collect: async (host) =>
    parseApplications(
      await runText(host, 'system_profiler', ['-json', 'SPApplicationsDataType'], { timeoutMs: 28_000 }),
    ),
}

const outputSchema = z.object({
  SPApplicationsDataType: z.array(
    z.object({
      _name: z.string(),
      version: z.string().optional(),
      /** `apple`, `mac_app_store`, `identified_developer`, `unknown`. */
      obtained_from: z.string().optional(),
      signed_by: z.array(z.string()).optional(),
      arch_kind: z.string().optional(),
    }),
  ),
})

export function parseApplications(text: string): Package[] {
  return outputSchema.parse(JSON.parse(text)).SPApplicationsDataType.map((application) => ({
    name: application._name,
    version: application.version ?? '',
    publisher: publisherOf(application.obtained_from, application.signed_by?.[0]),
    architecture: application.arch_kind?.replace(/^arch_/, ''),
    source: 'system_profiler',
  }))
}

/**
 * Returns the publisher. `Developer ID Application: Mozilla Corporation (43AQ936H96)` names the developer; Apple's own
 * applications are signed by `Software Signing`.
 */
function publisherOf(obtainedFrom: string | undefined, signedBy: string | undefined): string | undefined {
  if (obtainedFrom === 'apple') return 'Apple'
  return /^[^:]+: (.+?)(?: \([A-Z0-9]{10}\))?$/.exec(signedBy ?? '')?.[1]
}
