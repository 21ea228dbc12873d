import { counted } from '@rollcall/shared/counted.ts'
import type { Host } from '../../../platform/host.ts'
import type { OnCut } from '../../source.ts'

const limits = { timeoutMs: 10_000, outputBytesMax: 8 * 1024 * 1024 }

/**
 * Returns the parts of each file that match an extended regular expression (POSIX), by path. Configurations of
 * containers and machines hold passwords; only the wanted lines leave `grep`, so that no secret is in this process or
 * in the recording of an SSH audit.
 */
export async function grepFiles(
  host: Host,
  pattern: string,
  paths: readonly string[],
  onCut?: OnCut,
): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>(paths.map((path) => [path, []]))
  if (paths.length === 0) return found
  const { stdout, stderr, code } = await host.run('grep', ['-HoE', '-e', pattern, '--', ...paths], limits)
  // 1: no file matches; 2: a file is unreadable. One that was removed meanwhile is no loss.
  const faults = stderr.split('\n').filter((line) => line !== '' && !line.includes('No such file'))
  if (code !== 0 && code !== 1 && faults.length > 0)
    onCut?.(`cannot read ${counted(faults.length, 'file')}: ${faults[0]}`)
  for (const line of stdout.split('\n')) {
    // A path may have colons too: the longest one that was asked for.
    let colon = line.lastIndexOf(':')
    while (colon >= 0 && !found.has(line.slice(0, colon))) colon = line.slice(0, colon).lastIndexOf(':')
    found.get(line.slice(0, colon))?.push(line.slice(colon + 1))
  }
  return found
}
