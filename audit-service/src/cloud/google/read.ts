import type { googleCloudSchema } from '@rollcall/shared/messages/credential.ts'
import type { CloudSource } from '@rollcall/shared/messages/task.ts'
import { optional } from '@rollcall/shared/optional.ts'
import { z } from 'zod'
import { requestJson } from '../json.ts'
import { pages } from '../pages.ts'
import { type CloudReader, parseEach } from '../reader.ts'
import type { CloudResponse } from '../request.ts'
import { instanceFields, parseGoogleInstance } from './parse-instance.ts'
import { fetchGoogleToken } from './token.ts'

type GoogleSource = Extract<CloudSource, { kind: 'google-cloud' }>

const name = 'Google Compute Engine'
const pageSize = 500
const listSchema = z.object({
  items: z
    .record(
      z.string(),
      z.object({
        instances: z.array(z.unknown()).default([]),
        warning: z.object({ code: z.string(), message: z.string() }).optional(),
      }),
    )
    .default({}),
  nextPageToken: z.string().optional(),
})

/** Google answers 403 with this reason if the quota per minute is used up. */
const isThrottled = ({ status, text }: CloudResponse): boolean =>
  status === 403 && /"(rateLimitExceeded|RATE_LIMIT_EXCEEDED)"/.test(text)

/** Reads the instances of a Google Cloud project in all of its zones. */
export const readGoogle: CloudReader<GoogleSource, z.infer<typeof googleCloudSchema>> = async function* (
  { project, regions },
  { serviceAccountKey },
  { google, googleToken },
  signal,
) {
  const api = { name, signal, isThrottled }
  const token = await fetchGoogleToken(serviceAccountKey, googleToken, new Date(), api)
  const selected = new Set(regions)
  const load = async (pageToken: string | undefined) => {
    const url = new URL(`${google}/compute/v1/projects/${encodeURIComponent(project)}/aggregated/instances`)
    url.search = new URLSearchParams({
      maxResults: String(pageSize),
      returnPartialSuccess: 'true',
      fields: `nextPageToken,items/*/warning(code,message),items/*/instances(${instanceFields})`,
      ...optional({ pageToken }),
    }).toString()
    const headers = { Authorization: `Bearer ${token}` }
    const { items, nextPageToken } = await requestJson({ url: url.href, headers }, listSchema, api)
    return { page: Object.entries(items), next: nextPageToken || undefined }
  }
  for await (const scopes of pages(name, load)) {
    for (const [scope, { instances, warning }] of scopes) {
      const part = parseEach(instances, (item) => {
        const instance = parseGoogleInstance(item, project)
        return selected.size === 0 || selected.has(instance.region) ? instance : undefined
      })
      // Zones without an instance have a warning as well.
      const fault = warning && warning.code !== 'NO_RESULTS_ON_PAGE' ? `${scope}: ${warning.message}` : part.fault
      if (part.instances.length > 0 || fault !== undefined) yield { ...part, ...optional({ fault }) }
    }
  }
}
