import { X509Certificate } from 'node:crypto'
import { capabilities } from '@rollcall/audit-service/capabilities.ts'
import { readAuditServiceConfig } from '@rollcall/audit-service/config.ts'
import { readServiceFile, runningProcess, type ServiceFile } from '@rollcall/audit-service/messaging/service-file.ts'
import { otherTime } from '@rollcall/audit-service/messaging/signed-requests.ts'
import { dayMs } from '@rollcall/shared/durations.ts'
import { messageOf } from '@rollcall/shared/errors.ts'
import { urlsOf } from '@rollcall/shared/node/collector-client.ts'
import { createClient } from '@rollcall/shared/node/pinned-client.ts'
import { type ProxyFor, proxyName } from '@rollcall/shared/node/proxy/proxy-setting.ts'
import { tools } from '@rollcall/shared/node/tool-list.ts'
import { type Check, clockCheck, freeSpaceCheck, nodeCheck, printChecks, toolCheck } from '../doctor-checks.ts'

const toolsHere = tools.filter(({ name, neededBy }) => neededBy === 'run' && name !== 'nats-server')

/** Prints what this Audit Service needs and can do, with remedies. Fails after that if it cannot work. */
export async function auditServiceDoctor({ stateDir, json }: { stateDir: string; json?: boolean }): Promise<void> {
  const { proxy } = readAuditServiceConfig(stateDir, process.env)
  const service = await readServiceFile(stateDir)
  const answers = service ? await askCollector(service, proxy(service.proxy)) : []
  printChecks(json, [
    nodeCheck(),
    ...(await Promise.all(toolsHere.map(toolCheck))),
    clockOf(answers),
    await freeSpaceCheck(stateDir, 'free some: results wait there while the collector is away'),
    ...(service ? [certificateCheck(service), await processCheck(stateDir)] : [joinCheck]),
    ...answers.map(({ check }) => check),
    ...(await capabilities()).map(
      ({ name, available, detail = '' }): Check => ({
        name: `probe ${name}`,
        state: available ? 'ok' : 'missing',
        detail,
      }),
    ),
  ])
}

const joinCheck: Check = {
  name: 'join',
  state: 'broken',
  detail:
    'has not joined a collector; run the install command of its web interface, or "rollcall audit-service install"',
}

async function processCheck(stateDir: string): Promise<Check> {
  const name = 'Audit Service'
  const holder = await runningProcess(stateDir)
  if (holder !== undefined) return { name, state: 'ok', detail: `process ${holder}` }
  const remedy = '"systemctl restart rollcall-audit-service" starts it, and its journal says why it ended'
  return { name, state: 'broken', detail: `does not run; ${remedy}` }
}

/** Checks how long the collector's CA is valid, which this service trusts since its join. */
function certificateCheck({ caPem }: ServiceFile): Check {
  const name = "collector's CA"
  const end = new Date(new X509Certificate(caPem).validTo)
  const days = Math.floor((end.getTime() - Date.now()) / dayMs)
  const state = days < 0 ? 'broken' : days < 30 ? 'missing' : 'ok'
  const remedy =
    state === 'ok' ? '' : '; when the collector has a certificate of another CA, join again with a new token'
  return { name, state, detail: `ends ${end.toISOString().slice(0, 10)}${remedy}` }
}

/** Check of one address of the collector, with the `Date` header of its answer. */
type Answer = { check: Check; date?: string }

/** Asks the collector at each of its addresses whether it is ready. One that answers is enough. */
async function askCollector(service: ServiceFile, proxyFor: ProxyFor): Promise<Answer[]> {
  const answers = await Promise.all(urlsOf(service).map((url) => ask(url, service.caPem, proxyFor)))
  const isReached = answers.some(({ date }) => date !== undefined)
  return answers.map(({ check, date }) => ({
    check: date === undefined && isReached ? { ...check, state: 'missing' } : check,
    ...(date !== undefined && { date }),
  }))
}

async function ask(url: string, caPem: string, proxyFor: ProxyFor): Promise<Answer> {
  const name = 'collector'
  const proxy = proxyFor(new URL(url))
  const address = proxy ? `${url} through the proxy ${proxyName(proxy)}` : url
  try {
    const limits = { answerMsMax: 20_000, answerBytesMax: 64 * 1024 }
    const { status, headers } = await createClient({ url, caPem, proxyFor, limits })({ method: 'GET', path: '/readyz' })
    const check: Check =
      status === 200
        ? { name, state: 'ok', detail: `ready at ${address}` }
        : { name, state: 'missing', detail: `answers ${status} at ${address}; /readyz says why` }
    return { check, date: String(headers['date']) }
  } catch (error) {
    return { check: { name, state: 'broken', detail: `cannot be reached at ${address}: ${messageOf(error)}` } }
  }
}

/** Checks the clock, also against the collector's: a task has an end, and its results have times. */
function clockOf(answers: readonly Answer[]): Check {
  const check = clockCheck()
  const other = answers.map(({ date }) => otherTime(date)).find((time) => time !== undefined)
  if (check.state !== 'ok' || other === undefined) return check
  return {
    ...check,
    state: 'missing',
    detail: `${check.detail}, at the collector ${other.toISOString()}; let NTP set it`,
  }
}
