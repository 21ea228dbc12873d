import { answerRequests } from '../ingest/ipc.ts'
import { attacks } from './attacks.ts'
import type { Target } from './target.ts'

/** The process of those who are hostile. */
export type AttackerVerbs = {
  prepare(input: Target & { name: string }): Promise<void>
  /** Gives how often each answer came. */
  attack(input: { forMs: number }): Promise<Map<string, number>>
}

let attack: ReturnType<(typeof attacks)[string]> | undefined

answerRequests({
  async prepare({ name, ...target }) {
    attack = attacks[name]?.(target)
    if (!attack) throw new Error(`no attack named ${name}`)
  },
  async attack({ forMs }) {
    if (!attack) throw new Error('prepare an attack first')
    return attack(performance.now() + forMs)
  },
} satisfies AttackerVerbs)
