import type { Ups } from '@rollcall/shared/inventory/ups.ts'
import { optional } from '@rollcall/shared/optional.ts'
import { formatOid, type Oid, oid, startsWith } from '../oid.ts'
import type { SnmpReader } from '../reader.ts'
import { asText } from '../text.ts'
import { asNumber, asOid, type Varbind } from '../varbind.ts'
import { asInteger, asNatural } from './number.ts'
import { columnsOf, readTable } from './table.ts'

/** Scalars of UPS-MIB (RFC 1628), named without the prefix `ups`. */
const scalars = {
  name: '1.1.5.0',
  attachedDevices: '1.1.6.0',
  batteryStatus: '1.2.1.0',
  secondsOnBattery: '1.2.2.0',
  estimatedMinutesRemaining: '1.2.3.0',
  estimatedChargeRemaining: '1.2.4.0',
  batteryVoltage: '1.2.5.0',
  batteryCurrent: '1.2.6.0',
  batteryTemperature: '1.2.7.0',
  outputSource: '1.4.1.0',
  outputFrequency: '1.4.2.0',
  configOutputVa: '1.9.5.0',
  configOutputPower: '1.9.6.0',
}
const upsMib = '1.3.6.1.2.1.33'
const scalarOids = Object.values(scalars).map((tail) => oid(`${upsMib}.${tail}`))
/** upsInputFrequency, upsInputVoltage, upsInputCurrent, upsInputTruePower. */
const inputColumns = columnsOf(`${upsMib}.1.3.3.1`, 2, 3, 4, 5)
/** upsOutputVoltage, upsOutputCurrent, upsOutputPower, upsOutputPercentLoad. */
const outputColumns = columnsOf(`${upsMib}.1.4.4.1`, 2, 3, 4, 5)
/** upsAlarmDescr: the active condition. */
const alarmColumns = columnsOf(`${upsMib}.1.6.2.1`, 2)
const wellKnownAlarms = oid(`${upsMib}.1.6.3`)
const linesMax = 16
const alarmsMax = 64

const batteryStatuses = [undefined, 'unknown', 'normal', 'low', 'depleted'] as const
const sources = [undefined, 'other', 'none', 'normal', 'bypass', 'battery', 'booster', 'reducer'] as const
/** upsWellKnownAlarms from 1 on. */
const alarmNames = `
batteryBad onBattery lowBattery depletedBattery tempBad inputBad outputBad outputOverload onBypass bypassBad
outputOffAsRequested upsOffAsRequested chargerFailed upsOutputOff upsSystemOff fanFailure fuseFailure generalFault
diagnosticTestFailed communicationsLost awaitingPower shutdownPending shutdownImminent testInProgress`
  .trim()
  .split(/\s+/)

export async function readUps(reader: SnmpReader, truncated: string[]): Promise<Ups> {
  const found = await reader.get(scalarOids)
  const at = Object.fromEntries(Object.keys(scalars).map((name, i) => [name, found[i]])) as Record<
    keyof typeof scalars,
    Varbind | undefined
  >
  const inputs = await readTable(reader, 'upsInputTable', inputColumns, truncated, { rowsMax: linesMax })
  const outputs = await readTable(reader, 'upsOutputTable', outputColumns, truncated, { rowsMax: linesMax })
  const alarms = await readTable(reader, 'upsAlarmTable', alarmColumns, truncated, { rowsMax: alarmsMax })
  const outputHertz = tenths(at.outputFrequency)
  return {
    ...optional({
      name: asText(at.name),
      attachedDevices: asText(at.attachedDevices),
      ratedVoltAmperes: asNatural(at.configOutputVa) || undefined,
      ratedWatts: asNatural(at.configOutputPower) || undefined,
      source: sources[asNumber(at.outputSource) ?? 0],
    }),
    battery: optional({
      status: batteryStatuses[asNumber(at.batteryStatus) ?? 0],
      secondsOnBattery: asNatural(at.secondsOnBattery),
      minutesRemaining: asNatural(at.estimatedMinutesRemaining),
      chargePercent: atMost(100, asNatural(at.estimatedChargeRemaining)),
      volts: tenths(at.batteryVoltage),
      amperes: signedTenths(at.batteryCurrent),
      celsius: asInteger(at.batteryTemperature),
    }),
    input: inputs.map(({ cells: [hertz, volts, amperes, watts] }) =>
      optional({ hertz: tenths(hertz), volts: asNatural(volts), amperes: tenths(amperes), watts: asInteger(watts) }),
    ),
    output: outputs.map(({ cells: [volts, amperes, watts, load] }) =>
      optional({
        hertz: outputHertz,
        volts: asNatural(volts),
        amperes: tenths(amperes),
        watts: asInteger(watts),
        loadPercent: asNatural(load),
      }),
    ),
    alarms: alarms.flatMap(({ cells }) => {
      const condition = asOid(cells[0])
      return condition === undefined ? [] : [alarmName(condition)]
    }),
  }
}

const alarmName = (condition: Oid): string =>
  (startsWith(condition, wellKnownAlarms) ? alarmNames[(condition[wellKnownAlarms.length] ?? 0) - 1] : undefined) ??
  formatOid(condition)

const tenths = (varbind: Varbind | undefined) => tenth(asNatural(varbind))
const signedTenths = (varbind: Varbind | undefined) => tenth(asInteger(varbind))
const tenth = (value: number | undefined) => (value === undefined ? undefined : value / 10)
const atMost = (max: number, value: number | undefined) => (value === undefined || value > max ? undefined : value)
