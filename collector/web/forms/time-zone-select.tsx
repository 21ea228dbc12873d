import { Select, type SelectProps } from '@mantine/core'

/** Every IANA time zone that the browser knows; UTC is not among what it lists. */
const zones = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')]

/** A time zone by its IANA name, such as Europe/Berlin. One that only the collector knows stays to be chosen. */
export function TimeZoneSelect(props: Omit<SelectProps, 'data'>) {
  const { value } = props
  const data = value && !zones.includes(value) ? [value, ...zones] : zones
  return (
    <Select
      data={data}
      searchable
      allowDeselect={false}
      limit={60}
      nothingFoundMessage="No such time zone"
      {...props}
    />
  )
}
