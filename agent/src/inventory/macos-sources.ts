import { macosApplications } from './software/macos-applications.ts'
import type { SourceSet } from './sources.ts'

/** A Mac, whichever way it is reached. */
export const macosSources: SourceSet = { hardware: [], software: [macosApplications], network: [], identity: [] }
