import { TextInput } from '@mantine/core'
import { spanOptions } from '@rollcall/shared/lists/spans.ts'
import { useState } from 'react'
import { FilterChip } from '../../../table/filter-chip.tsx'
import type { ChangesState } from '../../../table/list-search.ts'
import { changePages } from '../../../ui/change-pages.ts'
import { verbNames } from '../../../ui/change-verb.tsx'
import { optionsOf } from '../../../ui/options.ts'
import { DeviceChip } from '../../device-chip.tsx'
import { SoftwareFilter } from '../../devices/software-filter.tsx'

type Props = {
  state: ChangesState
  /** Names offered for "Edited by". */
  actors: readonly string[]
  onChange: (change: Partial<ChangesState>) => void
}

const verbs = optionsOf(verbNames)
const sections = Object.keys(changePages).map((name) => ({ value: name, label: name }))

export function ChangeFilters({ state, actors, onChange }: Props) {
  return (
    <>
      <FilterChip label="Kind" value={state.verb} options={verbs} onChange={(verb) => onChange({ verb })} />
      <FilterChip label="Section" value={state.entity} options={sections} onChange={(entity) => onChange({ entity })} />
      <DeviceChip value={state.deviceId} onChange={(deviceId) => onChange({ deviceId })} />
      <EditorChip value={state.by} actors={actors} onChange={(by) => onChange({ by })} />
      <SoftwareFilter softwareId={state.softwareId} onChange={(softwareId) => onChange({ softwareId })} />
      <FilterChip
        label="In the last"
        value={state.span}
        options={spanOptions}
        onChange={(span) => onChange({ span, from: undefined, until: undefined })}
      />
      <Day label="From" value={state.from} onChange={(from) => onChange({ from, span: undefined })} />
      <Day label="Until" value={state.until} onChange={(until) => onChange({ until, span: undefined })} />
    </>
  )
}

type EditorProps = { value: string | undefined; actors: readonly string[]; onChange: (by: string | undefined) => void }

/** Filters by a user or an app, chosen from the offered names or typed. */
function EditorChip({ value, actors, onChange }: EditorProps) {
  const [typed, setTyped] = useState('')
  const fitting = actors.filter((name) => name.toLowerCase().includes(typed.toLowerCase()))
  const names = new Set([...fitting, ...(typed === '' ? [] : [typed])])
  return (
    <FilterChip
      label="Edited by"
      value={value}
      options={[...names].map((name) => ({ value: name, label: name }))}
      onSearch={setTyped}
      onChange={onChange}
    />
  )
}

type DayProps = { label: string; value: string | undefined; onChange: (day: string | undefined) => void }

function Day({ label, value, onChange }: DayProps) {
  return (
    <TextInput
      type="date"
      size="xs"
      aria-label={label}
      leftSection={<span aria-hidden>{label}</span>}
      leftSectionWidth={48}
      value={value ?? ''}
      onChange={(event) => onChange(event.currentTarget.value || undefined)}
    />
  )
}
