import type { Section } from './sections.ts'

/** Bodies or deliveries that wait, and the waiting time of the oldest. */
type Waiting = { count: number; oldestMs: number }

/** State in memory, which costs nothing to read. */
export type WorkState = {
  ingest: Waiting & { bytes: number }
  bodies: { small: Waiting; large: Waiting }
  eventStreams: number
  isInMaintenance: boolean
}

/** Creates the gauges of work inside this collector. */
export const workSection = (read: () => WorkState): Section<WorkState> => ({
  name: 'work',
  freshMs: 0,
  read: async () => read(),
  gauges: {
    rollcall_ingest_waiting_observations: {
      help: 'Observations that wait for their transaction.',
      values: ({ ingest }) => ingest.count,
    },
    rollcall_ingest_waiting_bytes: {
      help: 'Size of the observations that wait for their transaction.',
      values: ({ ingest }) => ingest.bytes,
    },
    rollcall_ingest_oldest_waiting_seconds: {
      help: 'Waiting time of the oldest observation that waits for its transaction.',
      values: ({ ingest }) => ingest.oldestMs / 1000,
    },
    rollcall_bodies_waiting: {
      help: 'Bodies that wait for a thread that reads them.',
      labels: ['size'],
      values: ({ bodies }) => Object.entries(bodies).map(([size, { count }]) => [{ size }, count]),
    },
    rollcall_bodies_oldest_waiting_seconds: {
      help: 'Waiting time of the oldest body that waits for a thread.',
      labels: ['size'],
      values: ({ bodies }) => Object.entries(bodies).map(([size, { oldestMs }]) => [{ size }, oldestMs / 1000]),
    },
    rollcall_event_streams_open: {
      help: 'Open streams of events.',
      values: ({ eventStreams }) => eventStreams,
    },
    rollcall_maintenance: {
      help: '1 while the API is closed by "rollcall maintenance on".',
      values: ({ isInMaintenance }) => Number(isInMaintenance),
    },
  },
})
