import { ActionIcon, Group, NativeSelect, Text } from '@mantine/core'
import type { CredentialRecord } from '@rollcall/shared/api/credential.ts'
import { IconArrowDown, IconArrowUp, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { credentialsOptions } from '../../../api/catalogs.ts'
import { errorBelow } from '../../../forms/error-below.ts'
import type { Form } from './main-fields.tsx'
import classes from './segment-form.module.css'

/** What hosts are read with, in the order in which it is tried. */
export function CredentialFields({ form }: { form: Form }) {
  const { data } = useQuery(credentialsOptions)
  const chosen = form.values.credentialIds
  const all = data?.items ?? []
  const left = all.filter(({ id }) => !chosen.includes(id))
  return (
    <fieldset className={classes['group']}>
      <legend>Credentials</legend>
      {chosen.length > 0 && (
        <ol className={classes['chosen']}>
          {chosen.map((id, at) => (
            <ChosenCredential key={id} form={form} at={at} credential={all.find((each) => each.id === id)} />
          ))}
        </ol>
      )}
      <NativeSelect
        aria-label="Add a credential"
        description="Hosts are asked with them in this order; without one for SNMP, with the community “public”."
        value=""
        data={[
          { value: '', label: left.length > 0 ? 'Add a credential' : 'There is no other credential', disabled: true },
          ...left.map(({ id, name, kind }) => ({ value: id, label: `${name} (${kind})` })),
        ]}
        onChange={(event) => form.insertListItem('credentialIds', event.currentTarget.value)}
        error={errorBelow(form.errors, 'credentialIds')}
      />
    </fieldset>
  )
}

type ChosenProps = { form: Form; at: number; credential: CredentialRecord | undefined }

function ChosenCredential({ form, at, credential }: ChosenProps) {
  const name = credential?.name ?? 'a credential'
  const move = (to: number) => form.reorderListItem('credentialIds', { from: at, to })
  return (
    <li>
      <Group gap={2} wrap="nowrap">
        <Text size="sm" className={`told ${classes['name']}`}>
          {name} <small>{credential?.kind}</small>
        </Text>
        <ActionIcon aria-label={`Try ${name} earlier`} disabled={at === 0} onClick={() => move(at - 1)}>
          <IconArrowUp size={16} aria-hidden />
        </ActionIcon>
        <ActionIcon
          aria-label={`Try ${name} later`}
          disabled={at === form.values.credentialIds.length - 1}
          onClick={() => move(at + 1)}
        >
          <IconArrowDown size={16} aria-hidden />
        </ActionIcon>
        <ActionIcon aria-label={`Leave out ${name}`} onClick={() => form.removeListItem('credentialIds', at)}>
          <IconX size={16} aria-hidden />
        </ActionIcon>
      </Group>
    </li>
  )
}
