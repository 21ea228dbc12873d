import type { RuleTrigger } from '@rollcall/shared/api/rule.ts'
import type { ChangeRow } from '../../change-log/record-changes.ts'
import type { SoftwareChange } from '../../matching/diff-software.ts'
import type { PortOutages } from '../../matching/port-outages.ts'
import { findingTables } from '../../store/schema/findings.ts'
import type { Tx } from '../../store/store.ts'
import { enabledRules, type RuleRow } from '../rules/rule-row.ts'
import { itemOf, type NewFinding, openFindings } from '../states/open-findings.ts'
import { clearFindings } from '../states/resolve-findings.ts'
import { changesThatCount, type MatchingDevices } from './changes-that-count.ts'

/** Changes of one device that can cause findings. */
type DeviceChanges = {
  deviceId: string
  /** Set for a new device that is no news, such as one of an import. */
  isExpected: boolean
  changes: readonly ChangeRow[]
  softwareChanges: readonly SoftwareChange[]
  portOutages: PortOutages | undefined
}

type Caused = NewFinding & { trigger: RuleTrigger }
type Port = { deviceId: string; item: string }

/** Opens the findings that changes of devices cause, and resolves those of ports that are up again. */
export async function openFindingsOfChanges(
  tx: Tx,
  siteId: string,
  devices: readonly DeviceChanges[],
  at: string,
  matching: MatchingDevices,
): Promise<void> {
  const caused = devices.flatMap((device) => [...addedDevice(device), ...addedSoftware(device), ...portsDown(device)])
  const portsUp = devices.flatMap(endedPorts)
  if (caused.length + portsUp.length === 0) return
  const triggers = new Set([
    ...caused.map(({ trigger }) => trigger),
    ...(portsUp.length > 0 ? ['port-down' as const] : []),
  ])
  for (const rule of await enabledRules(tx, siteId, [...triggers])) {
    if (rule.trigger === 'port-down') await resolvePorts(tx, rule, portsUp, at)
    const ofRule = caused.filter(({ trigger }) => trigger === rule.trigger)
    await openFindings(tx, rule, await changesThatCount(tx, rule, ofRule, at, matching), at)
  }
}

function addedDevice({ deviceId, isExpected, changes }: DeviceChanges): Caused[] {
  const isAdded = changes.some(
    ({ verb, entity, entityId }) => verb === 'Added' && entity === 'Device' && entityId === deviceId,
  )
  return isAdded && !isExpected ? [{ trigger: 'device-added', deviceId, detail: 'Entered the inventory' }] : []
}

const addedSoftware = ({ deviceId, softwareChanges }: DeviceChanges): Caused[] =>
  softwareChanges
    .filter(({ verb }) => verb === 'Added')
    .map(({ name, to }) => ({
      trigger: 'software-added',
      deviceId,
      item: name,
      detail: `${[name, to].filter(Boolean).join(' ')} was installed`,
    }))

const portsDown = ({ deviceId, portOutages }: DeviceChanges): Caused[] =>
  (portOutages?.began ?? []).map(({ port, status, alias }) => ({
    trigger: 'port-down',
    deviceId,
    item: port,
    detail: `${port}${alias ? ` (${alias})` : ''} lost its link: ${status}`,
  }))

const endedPorts = ({ deviceId, portOutages }: DeviceChanges): Port[] =>
  (portOutages?.ended ?? []).map((port) => ({ deviceId, item: itemOf(port) }))

async function resolvePorts(tx: Tx, rule: RuleRow, ports: readonly Port[], at: string): Promise<void> {
  if (ports.length === 0) return
  const { findings } = tx.tables(findingTables)
  const pairs = ports.map(({ deviceId, item }) => [deviceId, item] as const)
  const rows = await tx.rowsAmongPairs(findings, pairs, {
    keys: ['deviceId', 'item'],
    columns: ['id', 'state'],
    and: { ruleId: rule.id },
  })
  const ids = rows.filter(({ state }) => state !== 'resolved').map(({ id }) => id)
  if (ids.length > 0) await clearFindings(tx, rule, ids, at)
}
