import { Checkbox, MultiSelect, NativeSelect, Stack } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { CapabilityName } from '@rollcall/shared/api/app-registration.ts'
import { type Role, roleCapabilities, roleOf } from '@rollcall/shared/api/role.ts'
import { useSuspenseQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { meOptions } from '../api/me.ts'
import { itemOptions } from '../ui/options.ts'

export type Access = { capabilities: CapabilityName[]; siteIds: string[] }

const capabilities: Record<CapabilityName, string> = {
  Administrator: 'Administer everything, including settings and users',
  StartAuditsOrScans: 'Start audits and scans',
  EditInventory: 'Edit, tag, import, ignore and delete devices',
}

const roles: Record<Role, string> = {
  Viewer: 'Views everything',
  Operator: 'Also starts audits and scans',
  Editor: 'Also edits, tags, imports, ignores and deletes devices',
  Administrator: 'Administers everything, including settings and users',
  Custom: 'Chosen permissions',
}
const roleOptions = Object.entries(roles).map(([value, words]) => ({ value, label: `${value}: ${words}` }))

/** Fields for the role and sites of a user or an App registration. */
export function AccessFields<V extends Access>({ form }: { form: UseFormReturnType<V> }) {
  return (
    <>
      <RoleField {...form.getInputProps('capabilities')} />
      <SitesField {...form.getInputProps('siteIds')} />
    </>
  )
}

type RoleProps = {
  value?: CapabilityName[]
  onChange?: (capabilities: CapabilityName[]) => void
  error?: ReactNode
}

/** Chooses a named set of permissions, or single ones. */
export function RoleField({ value = [], onChange, error }: RoleProps) {
  const role = roleOf(value)
  const [wantsCustom, setWantsCustom] = useState(false)
  const isCustom = wantsCustom || role === 'Custom'
  const choose = (name: Role) => {
    setWantsCustom(name === 'Custom')
    if (name !== 'Custom') onChange?.([...roleCapabilities[name]])
  }
  return (
    <>
      <NativeSelect
        label="Role"
        mt="md"
        data={roleOptions}
        value={isCustom ? 'Custom' : role}
        onChange={(event) => choose(event.currentTarget.value as Role)}
        error={!isCustom && error}
      />
      {isCustom && (
        <Checkbox.Group
          label="Permissions"
          description="Viewing needs no permission."
          mt="md"
          value={value}
          onChange={(names) => {
            // The set may be that of a role for a moment.
            setWantsCustom(true)
            onChange?.(names as CapabilityName[])
          }}
          error={error}
        >
          <Stack gap={8} mt={6}>
            {Object.entries(capabilities).map(([name, words]) => (
              <Checkbox key={name} size="xs" value={name} label={words} />
            ))}
          </Stack>
        </Checkbox.Group>
      )}
    </>
  )
}

/** Chooses among the sites of the signed-in user. Other bound sites stay, without their names. */
export function SitesField({ value = [], ...field }: { value?: string[] }) {
  const { data: me } = useSuspenseQuery(meOptions)
  const own = itemOptions(me.sites)
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

/** Shows the role of a set of permissions in a list, with those of a custom set as tooltip. */
export const RoleName = ({ held }: { held: readonly CapabilityName[] }) => {
  const role = roleOf(held)
  return <span title={role === 'Custom' ? held.map((name) => capabilities[name]).join(', ') : roles[role]}>{role}</span>
}
