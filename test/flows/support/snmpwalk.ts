import type { NetworkInterface } from '@rollcall/shared/inventory/network.ts'
import type { Network, NetworkHost } from '../../harness/network.ts'

type Row = Pick<
  NetworkInterface,
  'name' | 'description' | 'macAddress' | 'mtu' | 'speedBps' | 'adminStatus' | 'operStatus'
>

const columns = {
  description: '1.3.6.1.2.1.2.2.1.2',
  mtu: '1.3.6.1.2.1.2.2.1.4',
  speed: '1.3.6.1.2.1.2.2.1.5',
  macAddress: '1.3.6.1.2.1.2.2.1.6',
  adminStatus: '1.3.6.1.2.1.2.2.1.7',
  operStatus: '1.3.6.1.2.1.2.2.1.8',
  name: '1.3.6.1.2.1.31.1.1.1.1',
  highSpeed: '1.3.6.1.2.1.31.1.1.1.15',
}

/** ifAdminStatus and ifOperStatus (RFC 2863) by their numbers. */
const statuses = [undefined, 'up', 'down', 'testing', 'unknown', 'dormant', 'notPresent', 'lowerLayerDown'] as const

/** The interface table of an agent as `snmpwalk` in the audit namespace reads it, by ifIndex. */
export async function walkInterfaces(network: Network, host: NetworkHost): Promise<Map<number, Row>> {
  const walked = await Promise.all(
    Object.entries(columns).map(async ([name, oid]) => [name, await walkColumn(network, host, oid)] as const),
  )
  const table = new Map(walked)
  const cell = (column: keyof typeof columns, index: number) => table.get(column)?.get(index) ?? ''
  return new Map(
    [...(table.get('description') ?? []).keys()].map((index) => [index, readRow((column) => cell(column, index))]),
  )
}

function readRow(cell: (column: keyof typeof columns) => string): Row {
  const octets =
    cell('macAddress')
      .toLowerCase()
      .match(/[0-9a-f]{2}/g) ?? []
  const adminStatus = statuses[Number(cell('adminStatus'))]
  // ifSpeed ends at 4,294,967,295; ifHighSpeed counts in millions.
  const speedBps = Number(cell('highSpeed')) * 1_000_000 || Number(cell('speed'))
  return {
    name: cell('name'),
    description: cell('description'),
    mtu: Number(cell('mtu')),
    speedBps,
    ...(octets.length === 6 ? { macAddress: octets.join(':') } : {}),
    ...(adminStatus === 'up' || adminStatus === 'down' || adminStatus === 'testing' ? { adminStatus } : {}),
    operStatus: statuses[Number(cell('operStatus'))] ?? 'unknown',
  }
}

/** One column by its last sub-identifier; octets of a MAC in hex. */
async function walkColumn(network: Network, host: NetworkHost, oid: string): Promise<Map<number, string>> {
  const hex = oid === columns.macAddress ? ['-Ox'] : []
  const args = ['-m', '', '-Onq', ...hex, ...secrets(host), '-t', '5', host.address, oid]
  const { code, stdout, stderr } = await network.exec('audit', 'snmpbulkwalk', args)
  if (code !== 0) throw new Error(`snmpbulkwalk of ${host.name} failed: ${stderr}`)
  return new Map(
    stdout.split('\n').flatMap((line) => {
      const [, index, value] = /^\.[\d.]+\.(\d+) (.*)$/.exec(line) ?? []
      return index === undefined || value === undefined ? [] : [[Number(index), value.replaceAll('"', '').trim()]]
    }),
  )
}

function secrets({ snmp, name }: NetworkHost): string[] {
  if (snmp?.community !== undefined) return ['-v2c', '-c', snmp.community]
  const [user] = snmp?.users ?? []
  if (user === undefined) throw new Error(`${name} has no SNMP agent`)
  return [
    ...['-v3', '-l', 'authPriv', '-u', user.user, '-a', user.authProtocol, '-A', user.authPassword],
    ...['-x', user.privProtocol, '-X', user.privPassword],
  ]
}
