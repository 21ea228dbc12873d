import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { messageOf } from '@rollcall/shared/errors.ts'

/** Calls that a process accepts. */
type Verbs = Record<string, (input: never) => Promise<unknown>>

type Request = { verb: string; input: unknown }
type Reply = { output: unknown } | { error: string }

/** In the process that was started: answers one request after the other. */
export function answerRequests(verbs: Verbs): void {
  process.on('message', async ({ verb, input }: Request) => {
    process.send?.(await answer(verbs[verb], input))
  })
}

async function answer(verb: Verbs[string] | undefined, input: unknown): Promise<Reply> {
  try {
    return { output: await verb?.(input as never) }
  } catch (error) {
    return { error: messageOf(error) }
  }
}

export type Worker<V extends Verbs> = AsyncDisposable & {
  pid: number
  /** One at a time. */
  ask<K extends keyof V & string>(verb: K, input: Parameters<V[K]>[0]): Promise<Awaited<ReturnType<V[K]>>>
  kill(): Promise<void>
}

/** Starts a script as a process of its own. */
export function startWorker<V extends Verbs>(script: string, execArgv: string[] = []): Worker<V> {
  const child: ChildProcess = fork(script, { execArgv, serialization: 'advanced' })
  const ended = once(child, 'exit')
  const broken = ended.then((): Reply => ({ error: `${script} has ended` }))
  return {
    pid: child.pid ?? Number.NaN,
    async ask(verb, input) {
      const answered = once(child, 'message').then(([reply]) => reply as Reply)
      child.send({ verb, input } satisfies Request)
      const reply = await Promise.race([answered, broken])
      if ('error' in reply) throw new Error(reply.error)
      return reply.output as never
    },
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
    async [Symbol.asyncDispose]() {
      if (child.connected) child.disconnect()
      await ended
    },
  }
}
