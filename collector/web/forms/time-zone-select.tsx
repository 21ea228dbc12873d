import { Select, type SelectProps } from '@mantine/core'

/** IANA time zones of the browser. Browsers do not list UTC. */
const zones = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')]

/**
 * Chooses a time zone by its IANA name, such as Europe/Berlin. A zone that the browser does not list stays selectable.
 */
export function TimeZoneSelect(props: Omit<SelectProps, 'data'>) {
  const { value } = props
  const data = value && !zones.includes(value) ? [value, ...zones] : zones
  return <Select data={data} searchable limit={60} nothingFoundMessage="No time zones match" {...props} />
}
