import { setTimeout as delay } from 'node:timers/promises'
import { terminalStatuses } from '@rollcall/shared/api/task.ts'
import { newId } from '@rollcall/shared/ids.ts'
import { connectApi } from '../../harness/api-client.ts'
import { snapshotOf } from '../../hostile/bodies/attack.ts'
import { answerRequests } from '../ingest/ipc.ts'
import type { Target } from './target.ts'

/** The process of those who are not hostile. It only waits most of the time, so its times are the collector's. */
export type HonestVerbs = {
  /** Does the work of an ordinary site again and again for so long. */
  work(input: Target & { forMs: number }): Promise<Times>
}

/** Milliseconds of each call. `errors`: answers of another status than the right one. */
export type Times = { health: number[]; snapshot: number[]; api: number[]; scan: number[]; errors: string[] }

const pausesMs = { health: 20, snapshot: 50, api: 50, scan: 100 }
const scanPollMs = 20

answerRequests({
  async work({ url, caFile, honest, forMs }) {
    const { callerToken: token, agent, segmentId } = honest
    const http = await connectApi({ url, caFile })
    const times: Times = { health: [], snapshot: [], api: [], scan: [], errors: [] }
    const endsAt = performance.now() + forMs

    const call = async (status: number, answer: ReturnType<typeof http.get>) => {
      const got = await answer
      if (got.status !== status) throw new Error(`${got.status} ${got.body}`)
      return got
    }
    const works: Record<keyof typeof pausesMs, () => Promise<unknown>> = {
      // As most monitoring does, each over a connection of its own.
      health: () => call(200, http.get('/healthz', { headers: { Connection: 'close' } })),
      snapshot: () => {
        const headers = { 'Content-Type': 'application/json' }
        const body = snapshotOf(agent, [{ name: 'bash', version: newId() }])
        return call(201, http.post('/api/agent/snapshots', body, { token: agent.token, headers }))
      },
      api: () => call(200, http.get('/api/v1/devices', { token })),
      async scan() {
        const accepted = await call(202, http.post(`/api/v1/segments/${segmentId}/scan`, {}, { token }))
        const { taskId } = accepted.json() as { taskId: string }
        for (;;) {
          const task = (await call(200, http.get(`/api/v1/tasks/${taskId}`, { token }))).json() as { status: never }
          if (terminalStatuses.includes(task.status)) return
          await delay(scanPollMs)
        }
      },
    }
    const repeat = async (name: keyof typeof pausesMs) => {
      while (performance.now() < endsAt) {
        const beganAt = performance.now()
        try {
          await works[name]()
          times[name].push(performance.now() - beganAt)
        } catch (error) {
          times.errors.push(`${name}: ${error}`)
        }
        await delay(pausesMs[name])
      }
    }
    await Promise.all((Object.keys(pausesMs) as (keyof typeof pausesMs)[]).map(repeat))
    return times
  },
} satisfies HonestVerbs)
