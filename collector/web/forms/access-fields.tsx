import { Checkbox, MultiSelect, Stack } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { CapabilityName } from '@rollcall/shared/api/app-registration.ts'
import { useSuspenseQuery } from '@tanstack/react-query'
import { meOptions } from '../api/me.ts'

export type Access = { capabilities: CapabilityName[]; siteIds: string[] }

const capabilities: Record<CapabilityName, string> = {
  Administrator: 'Everything, settings and users included',
  StartAuditsOrScans: 'Start audits and scans',
  EditInventory: 'Edit, tag, import, ignore and delete devices',
}

/** What somebody, or something, may do, and on which sites; the fields of a form that has them. */
export function AccessFields<V extends Access>({ form }: { form: UseFormReturnType<V> }) {
  return (
    <>
      <CapabilitiesField {...form.getInputProps('capabilities')} />
      <SitesField {...form.getInputProps('siteIds')} />
    </>
  )
}

export function CapabilitiesField(field: object) {
  return (
    <Checkbox.Group label="May" description="Reading needs nothing of this" mt="md" {...field}>
      <Stack gap={8} mt={6}>
        {Object.entries(capabilities).map(([name, words]) => (
          <Checkbox key={name} size="xs" value={name} label={words} />
        ))}
      </Stack>
    </Checkbox.Group>
  )
}

/** Of the sites of who looks; others that are bound already stay, without a name. */
export function SitesField({ value = [], ...field }: { value?: string[] }) {
  const { data: me } = useSuspenseQuery(meOptions)
  const own = me.sites.map(({ id, name }) => ({ value: id, label: name }))
  const others = value.filter((id) => !me.sites.some((site) => site.id === id))
  return (
    <MultiSelect
      label="Sites"
      description="The first is where it begins"
      mt="md"
      searchable
      hidePickedOptions
      data={[...own, ...others.map((id) => ({ value: id, label: 'A site that is not yours' }))]}
      value={value}
      {...field}
    />
  )
}

/** In a list, in as few words. */
export const capabilityWords = (held: readonly CapabilityName[]): string =>
  held.includes('Administrator') ? 'Administrator' : held.map((name) => shortNames[name]).join(', ') || 'Reads'

const shortNames: Record<CapabilityName, string> = {
  Administrator: 'Administrator',
  StartAuditsOrScans: 'Starts audits and scans',
  EditInventory: 'Edits the inventory',
}
