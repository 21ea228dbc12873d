import { discover } from '@rollcall/audit-service/discovery/discover.ts'
import { parseTargets } from '@rollcall/shared/targets/parse.ts'
import type { SweepOptions } from './sweep.ts'

// Cancels a sweep at its first host. A process ends when nothing goes on in it any more: prints how long that took.
const { targets, packetsPerSecond }: SweepOptions = JSON.parse(process.argv[2] ?? '')
const { ranges } = parseTargets(targets, { allowNames: false })
const cancel = new AbortController()
let cancelledAtMs = Number.NaN
try {
  for await (const _ of discover(ranges, { packetsPerSecond }, cancel.signal)) {
    if (cancel.signal.aborted) continue
    cancelledAtMs = performance.now()
    cancel.abort()
  }
} catch (error) {
  if (!cancel.signal.aborted) throw error
}
process.once('exit', () => console.log(performance.now() - cancelledAtMs))
