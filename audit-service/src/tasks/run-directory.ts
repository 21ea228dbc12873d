import { hostCredentialKinds } from '@rollcall/shared/api/choices.ts'
import { counted } from '@rollcall/shared/counted.ts'
import type { Credential } from '@rollcall/shared/messages/credential.ts'
import type { Task } from '@rollcall/shared/messages/task.ts'
import { targetAddressesMax } from '@rollcall/shared/targets/limits.ts'
import { countAddresses } from '@rollcall/shared/targets/ranges.ts'
import { type ScanShared, scan } from '../audit/scan.ts'
import { computerAt, enrich } from '../directory/add-computer-account.ts'
import type { Computer } from '../directory/computer.ts'
import type { DirectoryTarget } from '../directory/connect.ts'
import { DirectoryError } from '../directory/fault.ts'
import { type ComputerList, listComputers } from '../directory/list-computers.ts'
import { type Located, locate } from '../directory/locate.ts'
import type { Report } from '../messaging/report.ts'
import type { TaskOutcome } from '../messaging/task-runs.ts'
import { countAndNames, failed, succeeded } from './outcome.ts'

/**
 * Scans the computers that a directory lists. Only answering computers are reported: an account is no proof of a
 * machine, and its name alone does not identify a device. The outcome counts the silent ones.
 */
export async function runDirectory(
  { options, unreadableCredentials: unreadable }: Pick<Task, 'options' | 'unreadableCredentials'>,
  directory: DirectoryTarget,
  credentials: readonly Credential[],
  report: Report,
  signal: AbortSignal,
  shared: ScanShared,
): Promise<TaskOutcome> {
  const account = credentials.find((credential) => credential.kind === 'ldap')
  if (!account) return failed('the segment has no credential of kind ldap')
  await report.started(0)
  const list = await listComputers(directory, account, signal).catch(asText)
  if (typeof list === 'string') return failed(list)
  if (list.computers.length === 0) return succeeded([`no computer below ${directory.baseDn} matches`])
  const { ranges, byAddress, ...located } = await locate(list, directory, signal)
  const total = countAddresses(ranges)
  if (total === 0n) return failed(`there is no address to scan: ${remarksOf(list, located).join('; ')}`)
  if (total > targetAddressesMax) {
    return failed(
      `its computers have ${counted(total, 'address', 'addresses')}; at most ${targetAddressesMax} are allowed`,
    )
  }
  await report.started(Number(total))
  const silent = new Set([...byAddress.values()].flat())
  const unclear = new Set<Computer>()
  await scan(
    { ranges, options, credentials: credentials.filter(isForHosts), unreadable, ...shared },
    {
      host: (address, { observation, audit, raw }) => {
        const named = byAddress.get(address) ?? []
        const computer = computerAt(named, observation)
        for (const each of computer ? [computer] : named) silent.delete(each)
        if (computer) unclear.delete(computer)
        else for (const each of named) unclear.add(each)
        return report.host(address, computer ? enrich(observation, computer) : observation, audit, raw)
      },
      progress: (counts) => report.progress(counts),
    },
    signal,
  )
  return succeeded(remarksOf(list, { ...located, silent, unclear }))
}

const isForHosts = ({ kind }: Credential): boolean => hostCredentialKinds.some((each) => each === kind)

function asText(error: unknown): string {
  if (error instanceof DirectoryError) return error.message
  throw error
}

type Missed = Pick<Located, 'nowhere' | 'byDomain'> & {
  silent?: Iterable<Computer>
  /** Computers at whose address a host answered that may be another machine. */
  unclear?: Iterable<Computer>
}

function remarksOf({ computers, cut, serverAddress }: ComputerList, missed: Missed): string[] {
  const { nowhere, byDomain, silent = [], unclear = [] } = missed
  const noDns = `no DNS server of the domain answers at ${serverAddress}: names were resolved by the DNS server of the Audit Service's machine`
  const more = `only the first ${counted(computers.length, 'computer was', 'computers were')} read: narrow the base DN or the filter`
  return [
    ...listed('computers of the directory have no address', nowhere),
    ...(nowhere.length > 0 && !byDomain ? [noDns] : []),
    ...listed('did not answer', silent),
    ...listed('may differ from the machine at their address', unclear),
    ...(cut ? [more] : []),
  ]
}

const listed = (what: string, computers: Iterable<Computer>): string[] =>
  countAndNames(what, Array.from(computers, nameOf))

const nameOf = ({ name, dnsName }: Computer): string => dnsName ?? name
