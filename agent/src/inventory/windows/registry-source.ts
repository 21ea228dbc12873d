import type { Host } from '../../platform/host.ts'
import type { WindowsApi } from '../../platform/windows/api.ts'
import type { OnCut, Source } from '../source.ts'
import { RegistryReader } from './registry-reader.ts'

/** Makes a source of the registry. A key that cannot be read costs only itself, and is reported. */
export const registrySource =
  <Part>(
    name: string,
    reads: readonly string[],
    read: (registry: RegistryReader, host: Host, onCut?: OnCut) => Part | Promise<Part>,
  ) =>
  ({ registry }: Pick<WindowsApi, 'registry'>): Source<Part> => ({
    name,
    reads,
    isAvailable: async () => true,
    collect: async (host, onCut) => {
      const reader = new RegistryReader(registry)
      const part = await read(reader, host, onCut)
      reader.reportCuts(onCut)
      return part
    },
  })
