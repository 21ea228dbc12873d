import { parseTargets } from '@rollcall/shared/targets/parse.ts'
import { discover } from '../discover.ts'

const { ranges } = parseTargets(process.argv.slice(2), { allowNames: false })
for await (const { rttMs, ...host } of discover(ranges)) {
  console.log(JSON.stringify({ ...host, timed: rttMs !== undefined }))
}
