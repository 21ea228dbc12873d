import type { WindowsApi } from '../platform/windows/api.ts'
import type { SourceSet } from './sources.ts'

/** Sources of this machine if it runs Windows. They read it through `api` and not through the host. */
export const windowsSources = (_api: WindowsApi): SourceSet => ({
  hardware: [],
  software: [],
  network: [],
  identity: [],
})
