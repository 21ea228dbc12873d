import { runProcess } from '@rollcall/shared/node/run-process.ts'
import { type NmapHost, parseHost } from './parse-host.ts'
import { createHostSplitter } from './split-hosts.ts'

type NmapRun = {
  /** Full path of nmap. */
  program: string
  /** Options of ours; nothing from outside belongs here. */
  args: readonly string[]
  /** Canonical addresses of one family; they go through standard input. */
  addresses: readonly string[]
  /** The run is ended after this long. */
  timeoutMs: number
  /** A host's XML past this is cut. */
  hostCharactersMax?: number
  signal?: AbortSignal | undefined
}

const hostCharactersMaxDefault = 256 * 1024

/**
 * Runs nmap and hands on each host as nmap finishes with it. What nmap writes to standard error is advice, not
 * failure; only its exit code counts. Rejects when it fails, is cancelled or takes too long.
 * Returns how many hosts were cut at `hostCharactersMax` or could not be read.
 */
export async function runNmap(run: NmapRun, onHost: (host: NmapHost) => void): Promise<{ unreadable: number }> {
  const [first] = run.addresses
  if (first === undefined) return { unreadable: 0 }
  let unreadable = 0
  const split = createHostSplitter(run.hostCharactersMax ?? hostCharactersMaxDefault, ({ xml, complete }) => {
    const host = complete ? parseHost(xml) : undefined
    if (host) onHost(host)
    else unreadable++
  })
  const family = first.includes(':') ? ['-6'] : []
  const decoder = new TextDecoder()
  const result = await runProcess(run.program, [...family, '-n', '-oX', '-', '-iL', '-', ...run.args], {
    input: `${run.addresses.join('\n')}\n`,
    timeoutMs: run.timeoutMs,
    signal: run.signal,
    onStdout: (chunk) => split(decoder.decode(chunk, { stream: true })),
  })
  run.signal?.throwIfAborted()
  if (result.ended !== undefined) throw new Error(`nmap was stopped: ${result.ended} (${run.timeoutMs} ms)`)
  if (result.code !== 0) {
    throw new Error(`nmap failed (exit ${result.code}): ${result.stderr.trim().split('\n').at(-1) ?? ''}`)
  }
  return { unreadable }
}
