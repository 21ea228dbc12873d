import { counted } from '@rollcall/shared/counted.ts'
import type { Observation } from '@rollcall/shared/inventory/observation.ts'
import { ZodError } from 'zod'
import type { CloudEndpoints } from './endpoints.ts'
import { type CloudInstance, observationOf } from './instance.ts'

/** Result for a part of an account: its instances, or the reason they could not be read. */
export type CloudPart = { instances: { id: string; observation: Observation }[]; fault?: string }

/**
 * Reads the instances of an account part by part, a page or a region. Throws `CloudError` if nothing can be read, for
 * example with a wrong key; a region that refuses is a part with a fault.
 */
export type CloudReader<Source, Credential> = (
  source: Source,
  credential: Credential,
  endpoints: CloudEndpoints,
  signal: AbortSignal,
) => AsyncGenerator<CloudPart, void, undefined>

/**
 * Parses each item separately, so that one odd instance does not affect the others. `parse` returns undefined to skip
 * an item.
 */
export function parseEach<T>(items: readonly T[], parse: (item: T) => CloudInstance | undefined): CloudPart {
  const instances: CloudPart['instances'] = []
  let odd = 0
  for (const item of items) {
    try {
      const instance = parse(item)
      if (instance) instances.push({ id: instance.id, observation: observationOf(instance, new Date()) })
    } catch (error) {
      if (!(error instanceof ZodError)) throw error
      odd += 1
    }
  }
  return odd === 0
    ? { instances }
    : { instances, fault: `${counted(odd, 'instance has', 'instances have')} an unknown format` }
}
