import { deviceNames, listedNames } from '../../device-records/device-names.ts'
import { deviceTables } from '../../store/schema/devices.ts'
import type { Db, Tx } from '../../store/store.ts'
import { enabledRules } from '../rules/rule-row.ts'
import { openFindings } from '../states/open-findings.ts'
import { changesThatCount, type MatchingDevices } from './changes-that-count.ts'

type End = { switchId: string; port: string }

/** A MAC or device that was at one port of a switch and is at another. */
export type DeviceMove = { mac: string; deviceId: string | null; from: End; to: End }

/** Opens findings of devices that are connected to another port than before. */
export async function openFindingsOfMoves(
  tx: Tx,
  siteId: string,
  moves: readonly DeviceMove[],
  at: string,
  matching: MatchingDevices,
): Promise<void> {
  if (moves.length === 0) return
  const rules = await enabledRules(tx, siteId, ['device-moved'])
  if (rules.length === 0) return
  const moved = await byDevice(tx, siteId, moves)
  const listed = await listedNames(tx, [...moved.keys()])
  const switches = await deviceNames(tx, [...new Set(moves.flatMap(({ from, to }) => [from.switchId, to.switchId]))])
  const inWords = ({ switchId, port }: End) => `${switches.get(switchId) ?? 'a deleted switch'} ${port}`
  const opened = [...moved].flatMap(([deviceId, { from, to }]) =>
    listed.has(deviceId) ? [{ deviceId, detail: `Moved from ${inWords(from)} to ${inWords(to)}` }] : [],
  )
  for (const rule of rules) await openFindings(tx, rule, await changesThatCount(tx, rule, opened, at, matching), at)
}

/** Moves by device. A MAC that several devices report identifies none. */
async function byDevice(db: Db, siteId: string, moves: readonly DeviceMove[]): Promise<Map<string, DeviceMove>> {
  const { deviceIdentifiers } = db.tables(deviceTables)
  const macs = moves.flatMap(({ mac, deviceId }) => (deviceId === null ? [withColons(mac)] : []))
  const rows = await db.rowsAmong(deviceIdentifiers, [...new Set(macs)], {
    key: 'value',
    columns: ['deviceId', 'value'],
    and: { siteId, kind: 'mac' },
  })
  const holders = Map.groupBy(rows, ({ value }) => value)
  return new Map(
    moves.flatMap((move) => {
      const [holder, ...others] = holders.get(withColons(move.mac)) ?? []
      const deviceId = move.deviceId ?? (others.length === 0 ? holder?.deviceId : undefined)
      return deviceId === undefined ? [] : [[deviceId, move] as const]
    }),
  )
}

const withColons = (digits: string): string => digits.replace(/(..)(?=.)/g, '$1:')
