import { byEcho } from '@rollcall/audit-service/discovery/by-echo.ts'
import { discover } from '@rollcall/audit-service/discovery/discover.ts'
import { discoverers } from '@rollcall/audit-service/discovery/discoverers.ts'
import { parseTargets } from '@rollcall/shared/targets/parse.ts'
import type { SweepOptions, SweepRun } from './sweep.ts'

// Sweeps as an Audit Service does, in the namespace it is started in, and prints what came of each run.
const options: SweepOptions = JSON.parse(process.argv[2] ?? '')
const { targets, packetsPerSecond, first = [], runs = 1, echoOnly = false } = options
const { ranges, errors } = parseTargets(targets, { allowNames: false })
if (errors.length > 0) throw new Error(errors[0]?.message)

for (let run = 0; run < runs; run++) {
  const startedAtMs = performance.now()
  const elapsed = () => performance.now() - startedAtMs
  const addresses: string[] = []
  const foundBy: Record<string, number> = {}
  let lastFoundMs = 0
  let stallMs = 0
  let turnAtMs = performance.now()
  const turns = setInterval(() => {
    stallMs = Math.max(stallMs, performance.now() - turnAtMs)
    turnAtMs = performance.now()
  }, 1)
  for await (const host of discover(ranges, {
    packetsPerSecond,
    first,
    discoverers: echoOnly ? [byEcho] : discoverers,
  })) {
    addresses.push(host.address)
    foundBy[host.foundBy] = (foundBy[host.foundBy] ?? 0) + 1
    lastFoundMs = elapsed()
  }
  const endedMs = elapsed()
  clearInterval(turns)
  const rssBytes = process.memoryUsage.rss()
  const result: SweepRun = { addresses, foundBy, lastFoundMs, endedMs, stallMs, rssBytes }
  console.log(JSON.stringify(result))
}
