import { type Profiler, Session } from 'node:inspector/promises'

/** Self time in milliseconds by part of the program, and by file. */
export type Times = { parts: Record<string, number>; files: Record<string, number> }

const samplingMicros = 500
const answerMs = 3_000

/** Modules of Node that are parts by themselves. The others, such as hashing, count for their caller. */
const partsOfNode = /^node:(_http|_tls|https?|net|tls|zlib|internal\/(http|js_stream|stream|tls))/

/**
 * Parts of the program by the address of a frame. A sample counts for the innermost frame with an address, so native
 * code counts for its caller.
 */
const partsByAddress: readonly (readonly [RegExp, string])[] = [
  [/better-sqlite3|collector\/src\/store\/sqlite\//, 'SQLite'],
  [/drizzle-orm|collector\/src\/store\//, 'building statements'],
  [/\/zod\/|shared\/src\/(inventory|raw-issues|identity)/, 'validation'],
  [/node:zlib|compress\.ts/, 'compression'],
  [/collector\/src\/ingest\/reading\/|shared\/src\/node\/(json-bounds|unpack)/, 'parsing'],
  [/^node:|hono|undici|collector\/src\/(http|start|access|enrollment)\//, 'HTTP and TLS'],
  [/collector\/src\/snapshots\//, 'sections'],
  [/collector\/src\/(matching|identity|device-records|ingest\/match)\//, 'matching'],
  [/collector\/src\/(software|lib\/cache)/, 'software'],
  [/collector\/src\/devices\//, 'rows of devices'],
  [/collector\/src\/ingest\//, 'groups of snapshots'],
]

const partsByFunction = new Map([
  ['(garbage collector)', 'garbage collection'],
  ['(program)', 'native code'],
])

/** Samples all threads of this process until the returned function is called. */
export async function startProfile(): Promise<() => Promise<Times>> {
  const session = new Session()
  session.connect()
  const threads: Post[] = []
  for (const post of await threadsOf(session)) {
    if (!(await post('Profiler.enable'))) continue
    threads.push(post)
    await post('Profiler.setSamplingInterval', { interval: samplingMicros })
    await post('Profiler.start')
  }
  return async () => {
    const times: Times = { parts: {}, files: {} }
    for (const post of threads) {
      const stopped = (await post('Profiler.stop')) as Profiler.StopReturnType | undefined
      if (stopped) addTimes(times, stopped.profile)
    }
    session.disconnect()
    return times
  }
}

/** Gives undefined for a thread that has ended, or does not answer. */
type Post = (method: string, params?: object) => Promise<unknown>

/** Commands to this thread and to each worker thread, by the protocol of the inspector. */
async function threadsOf(session: Session): Promise<Post[]> {
  const workers: string[] = []
  const waiting = new Map<number, (result: unknown) => void>()
  session.on('NodeWorker.attachedToWorker', ({ params }) => workers.push(params.sessionId))
  session.on('NodeWorker.receivedMessageFromWorker', ({ params }) => {
    const { id, result } = JSON.parse(params.message)
    waiting.get(id)?.(result)
  })
  await session.post('NodeWorker.enable', { waitForDebuggerOnStart: false })
  let sent = 0
  const toWorker =
    (sessionId: string): Post =>
    (method, params = {}) =>
      new Promise((resolve) => {
        const id = ++sent
        waiting.set(id, resolve)
        setTimeout(resolve, answerMs, undefined)
        void session.post('NodeWorker.sendMessageToWorker', {
          sessionId,
          message: JSON.stringify({ id, method, params }),
        })
      })
  return [(method, params) => session.post(method as 'Profiler.enable', params as never), ...workers.map(toWorker)]
}

function addTimes({ parts, files }: Times, { nodes, samples = [], timeDeltas = [] }: Profiler.Profile): void {
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id] as const)))
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]))
  const add = (times: Record<string, number>, key: string, ms: number) => {
    times[key] = (times[key] ?? 0) + ms
  }
  for (const [at, sample] of samples.entries()) {
    const ms = (timeDeltas[at + 1] ?? 0) / 1000
    const name = frames.get(sample)?.functionName ?? ''
    if (name === '(idle)') continue
    let id: number | undefined = sample
    while (id !== undefined && !isCounted(frames.get(id)?.url ?? '')) id = parents.get(id)
    const address = id === undefined ? '' : (frames.get(id)?.url ?? '')
    const part = partsByFunction.get(name) ?? partsByAddress.find(([pattern]) => pattern.test(address))?.[1] ?? 'other'
    add(parts, part, ms)
    const file = /(?:collector|shared)\/src\/(.*)/.exec(address)?.[1]
    if (file) add(files, file, ms)
  }
}

const isCounted = (address: string): boolean =>
  address.startsWith('node:') ? partsOfNode.test(address) : address !== ''
