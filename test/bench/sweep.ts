import { type RangeNetwork, startRangeNetwork } from '../harness/range-network.ts'
import { cancelledSweepMs, type SweepRun, sweep } from '../harness/sweep.ts'
import { type Effort, type Report, type Row, ratios, row, show } from './report.ts'

const usualRuns = 5
const lossRuns = 3
const large = { range: '10.64.0.0/16', mask: 3, values: [1] }
const largeLive = 2 ** 14
const mostlyDead = { range: '10.80.0.0/20', mask: 31, values: [1, 11, 21] }
const huge = { range: '10.96.0.0/12', mask: 255, values: [1] }

const unlimited = 1_000_000
/** As `discover` has them. */
const floorSeconds = 0.5 * (2 + 1)

const peers = {
  fping: ['-a', '-q', '-i', '0.01', '-r', '0', '-t', '500', '-g', large.range],
  nmap: ['-n', '-sn', '-T5', '--min-rate', '20000', '--max-retries', '1', '-oG', '-', large.range],
  /** To the router, for some seconds. */
  knocks: ['-q', '-c', '14', '-p', '500', '10.200.0.1'],
  masscan: [large.range, '--ping', '--rate', '100000', '--wait', '1', '-oL', '-'],
}

/** Behind a router in network namespaces; what is not there is silence. */
export async function benchSweep(effort: Effort): Promise<Report> {
  const runs = effort === 'quick' ? 2 : usualRuns
  await using network = await startRangeNetwork([large, mostlyDead, huge])
  const command = (name: keyof typeof peers) => `\`${name} ${peers[name].join(' ')}\``
  return {
    title: 'Sweep',
    method: `A router in network namespaces, and behind it one namespace with every live address; ${runs} runs alternating with each peer. Rollcall runs \`discover\` as the Audit Service does: echo requests, then SYN to eight ports of silent addresses. It is timed from the call, in a process that has run the same sweep once before; peers are timed from start to end. Peers: ${command('fping')}; ${command('nmap')}; ${command('masscan')}. With 1 % loss the router drops one forwarded packet in a hundred, so about two requests in a hundred get no answer.`,
    rows: [...(await besidePeers(network, effort, runs)), ...(effort === 'quick' ? [] : await alone(network))],
  }
}

const alone = async (network: RangeNetwork): Promise<Row[]> => [
  await withLoss(network),
  await besideFloor(network),
  await cancelled(network),
  ...(await memory(network)),
]

async function besidePeers(network: RangeNetwork, effort: Effort, runs: number): Promise<Row[]> {
  const nmapSeconds = effort === 'quick' ? [] : [(await runPeer(network, 'nmap')).seconds]
  const fpingSeconds: number[] = []
  const swept: SweepRun[] = []
  for (let run = 0; run < runs; run++) {
    swept.push(await warmSweep(network, large.range))
    fpingSeconds.push((await runPeer(network, 'fping')).seconds)
  }
  const found = swept.map((run) => run.lastFoundMs / 1000)
  const ended = swept.map((run) => run.endedMs / 1000)
  const against = (what: string, ours: number[], name: string, theirs: number[], target: string): Row => ({
    work: `/16, 25 % live, rate unlimited: ${what}`,
    ours: show(ours, 's'),
    against: `${name} ${show(theirs, 's')}`,
    ratio: show(ratios(ours, theirs), ''),
    target,
  })
  return [
    against('until all hosts were found', found, 'fping', fpingSeconds, '0.1'),
    against('until the search for hidden hosts ended', ended, 'fping', fpingSeconds, ''),
    ...(nmapSeconds.length > 0
      ? [against('until all hosts were found', found.slice(0, 1), 'nmap, one run,', nmapSeconds, '')]
      : []),
    row('the same: found', show(swept.map(percentFound), '%'), '100 %'),
    row(
      'the same: longest delay of the event loop',
      show(
        swept.map((run) => run.stallMs),
        'ms',
        0,
      ),
      '',
    ),
  ]
}

async function withLoss(network: RangeNetwork): Promise<Row> {
  await network.onForward('numgen random mod 100 == 0 drop')
  const ours: number[] = []
  const theirs: number[] = []
  for (let run = 0; run < lossRuns; run++) {
    ours.push(percentFound(await warmSweep(network, large.range)))
    // masscan ends with the first packet that comes after its time is over.
    const [{ stdout }] = await Promise.all([runPeer(network, 'masscan'), runPeer(network, 'knocks')])
    theirs.push((100 * stdout.split('\n').filter((line) => line.startsWith('open icmp')).length) / largeLive)
  }
  await network.onForward('accept')
  const against = `masscan ${show(theirs, '%', 1)}`
  return { work: 'the same with 1 % loss: found', ours: show(ours, '%', 3), against, ratio: '', target: '99.99 %' }
}

async function besideFloor(network: RangeNetwork): Promise<Row> {
  const ended: number[] = []
  for (let run = 0; run < usualRuns; run++) ended.push((await warmSweep(network, mostlyDead.range)).endedMs / 1000)
  return {
    work: '/20, 90 % dead, rate unlimited: until the search for hidden hosts ended',
    ours: show(ended, 's'),
    against: `floor: timeout x (retries + 1) = ${floorSeconds} s`,
    ratio: show(
      ended.map((seconds) => seconds / floorSeconds),
      '',
    ),
    target: '1.2',
  }
}

async function cancelled(network: RangeNetwork): Promise<Row> {
  const times: number[] = []
  for (let run = 0; run < usualRuns; run++) {
    times.push(await cancelledSweepMs(network, { targets: [large.range], packetsPerSecond: unlimited }))
  }
  return row('cancelled at the first host: until everything has stopped', show(times, 'ms', 0), '1000 ms')
}

/** Echo requests alone: the rest of a sweep has the same batches, and takes minutes for a /12. */
async function memory(network: RangeNetwork): Promise<Row[]> {
  const megabytes = async (range: string) => {
    const [run] = await sweep(network, { targets: [range], packetsPerSecond: unlimited, echoOnly: true })
    return (run?.rssBytes ?? Number.NaN) / 2 ** 20
  }
  const [small, one, twelve] = [
    await megabytes('10.64.0.0/24'),
    await megabytes(large.range),
    await megabytes(huge.range),
  ]
  return [
    {
      work: 'memory of the process after a /12, rate unlimited',
      ours: `${twelve.toFixed(0)} MiB`,
      against: `after a /16 ${one.toFixed(0)} MiB, after a /24 ${small.toFixed(0)} MiB`,
      ratio: (twelve / one).toFixed(2),
      target: 'no more than after the /16',
    },
  ]
}

async function warmSweep(network: RangeNetwork, range: string): Promise<SweepRun> {
  const [, second] = await sweep(network, { targets: [range], packetsPerSecond: unlimited, runs: 2 })
  if (second === undefined) throw new Error('the sweep told of one run only')
  return second
}

async function runPeer(network: RangeNetwork, name: keyof typeof peers): Promise<{ seconds: number; stdout: string }> {
  const startedAt = performance.now()
  const { code, stdout, stderr } = await network.exec(name === 'knocks' ? 'fping' : name, peers[name])
  // fping's 1 says that some addresses did not answer.
  if (code !== 0 && !(name === 'fping' && code === 1)) throw new Error(`${name}: ${stderr.slice(-500)}`)
  return { seconds: (performance.now() - startedAt) / 1000, stdout }
}

const percentFound = (run: SweepRun) => (100 * new Set(run.addresses).size) / largeLive
