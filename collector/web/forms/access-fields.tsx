import { Checkbox, MultiSelect, Stack } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { CapabilityName } from '@rollcall/shared/api/app-registration.ts'
import { useSuspenseQuery } from '@tanstack/react-query'
import { meOptions } from '../api/me.ts'

export type Access = { capabilities: CapabilityName[]; siteIds: string[] }

const capabilities: Record<CapabilityName, string> = {
  Administrator: 'Administer everything, including settings and users',
  StartAuditsOrScans: 'Start audits and scans',
  EditInventory: 'Edit, tag, import, ignore and delete devices',
}

/** Fields for the permissions and sites of a user or an App registration. */
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
    <Checkbox.Group label="Permissions" description="Reading needs no permission." mt="md" {...field}>
      <Stack gap={8} mt={6}>
        {Object.entries(capabilities).map(([name, words]) => (
          <Checkbox key={name} size="xs" value={name} label={words} />
        ))}
      </Stack>
    </Checkbox.Group>
  )
}

/** Chooses among the sites of the signed-in user. Other bound sites stay, without their names. */
export function SitesField({ value = [], ...field }: { value?: string[] }) {
  const { data: me } = useSuspenseQuery(meOptions)
  const own = me.sites.map(({ id, name }) => ({ value: id, label: name }))
  const others = value.filter((id) => !me.sites.some((site) => site.id === id))
  return (
    <MultiSelect
      label="Sites"
      required
      description="The first one is shown after sign-in."
      mt="md"
      searchable
      hidePickedOptions
      data={[...own, ...others.map((id) => ({ value: id, label: 'Site without your access' }))]}
      value={value}
      {...field}
    />
  )
}

/** Returns the permissions as a short text for a list. */
export const capabilityWords = (held: readonly CapabilityName[]): string =>
  held.includes('Administrator') ? 'Administrator' : held.map((name) => shortNames[name]).join(', ') || 'Read only'

const shortNames: Record<CapabilityName, string> = {
  Administrator: 'Administrator',
  StartAuditsOrScans: 'Start audits and scans',
  EditInventory: 'Edit inventory',
}
