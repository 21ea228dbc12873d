import type { Device } from '@rollcall/shared/api/device.ts'
import type { ReactNode } from 'react'
import { counted } from '../../../ui/amounts.ts'
import { deviceTypeNames } from '../../../ui/device-type.tsx'
import { PlainTable } from '../../../ui/plain-table.tsx'
import { Time } from '../../../ui/time.tsx'

const mono = (value: string | null) => value && <span className="mono">{value}</span>

function softwareOf({ data, sections: { software } }: Device): ReactNode {
  if (!data || !software) return null
  return (
    <>
      {counted(data.software.length, 'item')}, as of <Time value={software.readAt} exact />
    </>
  )
}

const fields: readonly [name: string, render: (device: Device) => ReactNode][] = [
  ['Name', ({ name }) => name],
  ['Type', ({ type }) => deviceTypeNames[type]],
  ['Manufacturer and model', ({ manufacturer, model }) => [manufacturer, model].filter(Boolean).join(' ')],
  ['IP address', ({ ipAddress }) => mono(ipAddress)],
  ['MAC address', ({ macAddress }) => mono(macAddress)],
  ['Serial number', ({ serialNumber }) => mono(serialNumber)],
  ['DNS name', ({ dnsName }) => mono(dnsName)],
  ['Asset tag', ({ assetTag }) => mono(assetTag)],
  ['Tags', ({ tags }) => tags.map(({ name }) => name).join(', ')],
  ['Custom fields', ({ customFields }) => Object.keys(customFields).join(', ')],
  ['Software', softwareOf],
  ['Last audit', ({ auditDate }) => <Time value={auditDate} exact />],
  ['Last seen', ({ lastSeen }) => <Time value={lastSeen} exact />],
]

type Props = { columns: readonly { header: string; device: Device | undefined }[] }

/** Compares records field by field. Leaves out fields without a value in any record. */
export function RecordTable({ columns }: Props) {
  const shown = fields.filter(([, render]) => columns.some(({ device }) => device && hasValue(render(device))))
  return (
    <PlainTable
      name="Records"
      items={shown}
      keyOf={([name]) => name}
      columns={[
        { header: 'Field', render: ([name]) => name },
        ...columns.map(({ header, device }) => ({
          header,
          render: ([, render]: (typeof fields)[number]) => device && render(device),
        })),
      ]}
    />
  )
}

const hasValue = (value: ReactNode): boolean => value !== null && value !== undefined && value !== ''
