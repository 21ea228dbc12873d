import type { Printer } from '@rollcall/shared/inventory/printer.ts'
import { optional } from '@rollcall/shared/optional.ts'
import type { SnmpReader } from '../reader.ts'
import { asText } from '../text.ts'
import { asNumber, type Varbind } from '../varbind.ts'
import { asInteger, asNatural } from './number.ts'
import { inputTypes, markerTechnologies, supplyTypes, units } from './printer-names.ts'
import { columnsOf, readTable } from './table.ts'

const prt = '1.3.6.1.2.1.43'
/**
 * prtMarkerSuppliesColorantIndex, Class, Type, Description, SupplyUnit, MaxCapacity, Level. All tables have
 * hrDeviceIndex as the first part of the index.
 */
const supplyColumns = columnsOf(`${prt}.11.1.1`, 3, 4, 5, 6, 7, 8, 9)
/** prtMarkerColorantValue. */
const colorantColumns = columnsOf(`${prt}.12.1.1`, 4)
/** prtMarkerMarkTech, CounterUnit, LifeCount, PowerOnCount. */
const markerColumns = columnsOf(`${prt}.10.2.1`, 2, 3, 4, 5)
/** prtInputType, CapacityUnit, MaxCapacity, CurrentLevel, MediaName, Name, Description. */
const inputColumns = columnsOf(`${prt}.8.2.1`, 2, 8, 9, 10, 12, 13, 18)
/** prtCoverDescription, prtCoverStatus. */
const coverColumns = columnsOf(`${prt}.6.1.1`, 2, 3)
/** prtAlertSeverityLevel, prtAlertCode, prtAlertDescription. */
const alertColumns = columnsOf(`${prt}.18.1.1`, 2, 7, 8)
/** prtConsoleDisplayBufferText. */
const displayColumns = columnsOf(`${prt}.16.5.1`, 2)
/** hrPrinterStatus (HOST-RESOURCES-MIB, RFC 2790). */
const statusColumns = columnsOf('1.3.6.1.2.1.25.3.5.1', 1)

const statuses = [undefined, 'other', 'unknown', 'idle', 'printing', 'warmup'] as const
const classes = [undefined, undefined, undefined, 'consumed', 'filled'] as const
/** PrtCoverStatusTC: 3 and 5 are an open cover and interlock, 4 and 6 closed ones. */
const coverStatuses = ['unknown', 'unknown', 'unknown', 'open', 'closed', 'open', 'closed'] as const
const severities = ['other', 'other', 'other', 'critical', 'warning', 'warning'] as const

/** Reads the state of a printer. */
export async function readPrinter(reader: SnmpReader, truncated: string[]): Promise<Printer> {
  const read = (name: string, columns: ReturnType<typeof columnsOf>, rowsMax: number) =>
    readTable(reader, name, columns, truncated, { rowsMax })
  const colorants = await read('prtMarkerColorantTable', colorantColumns, 256)
  const colors = new Map(colorants.map(({ index, cells }) => [index.join('.'), asText(cells[0])]))
  const supplies = await read('prtMarkerSuppliesTable', supplyColumns, 256)
  const markers = await read('prtMarkerTable', markerColumns, 32)
  const inputs = await read('prtInputTable', inputColumns, 128)
  const covers = await read('prtCoverTable', coverColumns, 64)
  const alerts = await read('prtAlertTable', alertColumns, 128)
  const display = await read('prtConsoleDisplayBufferTable', displayColumns, 32)
  const [status] = await read('hrPrinterTable', statusColumns, 1)
  return {
    ...optional({ status: statuses[asNumber(status?.cells[0]) ?? 0] }),
    supplies: supplies.map(({ index, cells }) => {
      const [colorant, supplyClass, type, description, unit, max, level] = cells
      return {
        name: asText(description) ?? `supply ${index.at(-1)}`,
        ...optional({
          type: supplyTypes[asNumber(type) ?? 0],
          color: colors.get(`${index[0]}.${asNumber(colorant)}`),
          class: classes[asNumber(supplyClass) ?? 0],
          unit: units[asNumber(unit) ?? 0],
          max: asNatural(max),
          ...levelOf(level),
        }),
      }
    }),
    markers: markers.map(({ cells: [technology, unit, lifeCount, powerOnCount] }) =>
      optional({
        technology: markerTechnologies[asNumber(technology) ?? 0],
        unit: units[asNumber(unit) ?? 0],
        lifeCount: asNatural(lifeCount),
        powerOnCount: asNatural(powerOnCount),
      }),
    ),
    trays: inputs.map(({ index, cells }) => {
      const [type, unit, capacity, level, media, name, description] = cells
      return {
        name: asText(name) ?? asText(description) ?? `tray ${index.at(-1)}`,
        ...optional({
          type: inputTypes[asNumber(type) ?? 0],
          media: asText(media),
          unit: units[asNumber(unit) ?? 0],
          capacity: asNatural(capacity),
          ...levelOf(level),
        }),
      }
    }),
    covers: covers.map(({ index, cells: [description, coverStatus] }) => ({
      name: asText(description) ?? `cover ${index.at(-1)}`,
      status: coverStatuses[asNumber(coverStatus) ?? 0] ?? 'unknown',
    })),
    alerts: alerts.map(({ cells: [severity, code, description] }) => ({
      severity: severities[asNumber(severity) ?? 0] ?? 'other',
      ...optional({ code: asNatural(code), description: asText(description) }),
    })),
    display: display.flatMap(({ cells }) => asText(cells[0]) ?? []),
  }
}

/** Decodes a level: -3 means that some is left, -1 unlimited, -2 unknown. */
function levelOf(varbind: Varbind | undefined): { level?: number; left?: 'some' | 'unlimited' } {
  const value = asInteger(varbind)
  if (value === -3) return { left: 'some' }
  if (value === -1) return { left: 'unlimited' }
  return value === undefined || value < 0 ? {} : { level: value }
}
