import { NativeSelect } from '@mantine/core'
import { type DateFormat, dateFormats } from '@rollcall/shared/api/choices.ts'
import type { TimeDisplay } from '@rollcall/shared/api/time-display.ts'
import { useNow } from '../ui/now.tsx'
import { exactTimeAs } from '../ui/time-format.ts'
import { TimeZoneSelect } from './time-zone-select.tsx'

type Props = {
  /** The display that applies to an empty choice; undefined if a choice is needed. */
  default?: TimeDisplay | undefined
  /** Props of the inputs, from the form. */
  format: object
  zone: { value?: string; onChange?: (zone: string) => void; error?: unknown }
}

const languages = new Intl.DisplayNames('en', { type: 'language' })
const nameOf = (format: DateFormat): string =>
  format === 'browser' ? 'As the browser' : format === 'iso' ? 'ISO 8601' : (languages.of(format) ?? format)

/** Fields for the format of dates and the time zone, each with an example. */
export function TimeDisplayFields({ default: fallback, format, zone }: Props) {
  const now = useNow()
  const example = (dateFormat: DateFormat) => exactTimeAs({ dateFormat, timeZone: zone.value || null }, now)
  const same = fallback && { value: '', label: `As the site: ${example(fallback.dateFormat)}` }
  return (
    <>
      <NativeSelect
        label="Date format"
        mt="md"
        data={[
          ...(same ? [same] : []),
          ...dateFormats.map((value) => ({ value, label: `${nameOf(value)}: ${example(value)}` })),
        ]}
        {...format}
      />
      <TimeZoneSelect
        label="Time zone"
        mt="md"
        clearable
        allowDeselect
        placeholder={fallback?.timeZone ? `As the site: ${fallback.timeZone}` : 'As the browser'}
        {...zone}
        value={zone.value || null}
        onChange={(next) => zone.onChange?.(next ?? '')}
        error={zone.error as string | undefined}
      />
    </>
  )
}
