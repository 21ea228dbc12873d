import { runProcess } from '@rollcall/shared/node/run-process.ts'
import { type NmapHost, parseHost } from './parse-host.ts'
import { createHostSplitter } from './split-hosts.ts'

type NmapRun = {
  /** Full path of nmap. */
  program: string
  /** Our own options; text from outside must not be in them. */
  args: readonly string[]
  /** Canonical addresses of one family, passed by standard input. */
  addresses: readonly string[]
  /** The run is stopped after this time. */
  timeoutMs: number
  signal?: AbortSignal | undefined
}

/** Limit of a host's XML; the rest is cut. */
const hostCharactersMax = 256 * 1024

/**
 * Runs nmap and reports each host as nmap finishes it. Output on standard error is ignored; only the exit code counts.
 * Rejects if nmap fails, is cancelled or takes too long. Returns the number of hosts that were cut at
 * `hostCharactersMax` or could not be parsed.
 */
export async function runNmap(run: NmapRun, onHost: (host: NmapHost) => void): Promise<{ unreadable: number }> {
  const [first] = run.addresses
  if (first === undefined) return { unreadable: 0 }
  let unreadable = 0
  const split = createHostSplitter(hostCharactersMax, ({ xml, complete }) => {
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
