import { byEcho } from './by-echo.ts'
import { byLink } from './by-link.ts'
import { byNeighbors } from './by-neighbors.ts'
import { byPing } from './by-ping.ts'
import { bySyn } from './by-syn.ts'
import { byTcp } from './by-tcp.ts'
import type { Discoverer } from './discoverer.ts'

/** All discoverers, the preferred one of each kind first. */
export const discoverers: readonly Discoverer[] = [byEcho, byPing, bySyn, byTcp, byLink, byNeighbors]
