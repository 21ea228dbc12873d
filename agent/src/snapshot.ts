import { gzipSync } from 'node:zlib'
import { OperatorError } from '@rollcall/shared/errors.ts'
import { newId } from '@rollcall/shared/ids.ts'
import { lenientObservationSchema } from '@rollcall/shared/inventory/lenient-observation.ts'
import type { Observation } from '@rollcall/shared/inventory/observation.ts'
import { productVersion } from '@rollcall/shared/version.ts'
import { observe } from './inventory/observe.ts'
import type { SourceSet } from './inventory/sources.ts'
import { localHost } from './platform/local.ts'

/** Takes a snapshot of this machine in its canonical form. An odd value costs only itself, and the snapshot says so. */
export async function takeSnapshot(
  options: { agentId?: string | undefined; signal?: AbortSignal | undefined; cacheFolder?: string | undefined } = {},
): Promise<Observation> {
  const { agentId, signal, cacheFolder } = options
  const sources = await localSources()
  const seen = await observe(localHost({ signal, cacheFolder }), {
    agentId,
    now: () => new Date(),
    newId,
    ...(sources && { sources }),
  })
  signal?.throwIfAborted()
  return lenientObservationSchema.parse(seen)
}

/** Compresses an observation for the spool and the collector. */
export const packSnapshot = (observation: Observation): Buffer => gzipSync(JSON.stringify(observation))

/** Returns the machine's description for the join. */
export async function describeSelf(): Promise<{ hostname: string; version: string; machineId?: string | undefined }> {
  const { machineId, hostname } = (await takeSnapshot()).identity
  return { hostname: hostname ?? 'unknown', version: productVersion, machineId }
}

/** Returns the sources of a system other than Linux, whose code is loaded only there; undefined on Linux. */
async function localSources(): Promise<SourceSet | undefined> {
  if (process.platform === 'linux') return undefined
  if (process.platform === 'darwin') return (await import('./inventory/macos-sources.ts')).macosSources
  if (process.platform !== 'win32') throw new OperatorError(`the agent does not support ${process.platform}`)
  const { nativeWindows } = await import('./platform/windows/native.ts')
  return (await import('./inventory/windows-sources.ts')).windowsSources(await nativeWindows())
}
