import { linuxSources, type SourceSet } from '@rollcall/agent/inventory/sources.ts'

/** Sources by the name that `uname -s` prints. */
const systems: Record<string, () => Promise<SourceSet>> = {
  Linux: async () => linuxSources,
  Darwin: async () => (await import('@rollcall/agent/inventory/macos-sources.ts')).macosSources,
}

export const sourcesFor = (system: string): Promise<SourceSet> | undefined => systems[system]?.()
