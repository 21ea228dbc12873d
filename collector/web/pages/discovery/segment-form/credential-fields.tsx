import { ActionIcon, Button, Group, NativeSelect, Text } from '@mantine/core'
import type { CredentialRecord } from '@rollcall/shared/api/credential.ts'
import type { SegmentType } from '@rollcall/shared/api/segment.ts'
import { IconArrowDown, IconArrowUp, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { credentialsOptions } from '../../../api/catalogs.ts'
import { errorBelow } from '../../../forms/error-below.ts'
import { useOnlyChoice } from '../../../forms/use-only-choice.ts'
import { credentialKinds } from '../../settings/credentials/kinds.ts'
import { credentialKindsFor, isCloud, neededKind } from '../segments/types.ts'
import classes from './segment-form.module.css'
import type { Form } from './values.ts'

type Props = { form: Form; isNew: boolean; dropped: readonly string[]; onNew: () => void }

/** Credentials of the segment, in the order in which they are tried. */
export function CredentialFields({ form, isNew, dropped, onNew }: Props) {
  const { data } = useQuery(credentialsOptions)
  const chosen = form.values.credentialIds
  const all = data?.items ?? []
  const kinds = credentialKindsFor(form.values.type)
  const left = all.filter(({ id, kind }) => kinds.includes(kind) && !chosen.includes(id))
  const error = errorBelow(form.errors, 'credentialIds')
  const needed = all.filter(({ kind }) => kind === neededKind(form.values.type)).map(({ id }) => id)
  useOnlyChoice(form, { path: 'credentialIds', options: needed, isRequired: isNew, isList: true })
  return (
    <fieldset className={classes['group']}>
      <legend>Credentials{neededKind(form.values.type) && ' (required)'}</legend>
      {chosen.length > 0 && (
        <ol className={classes['chosen']}>
          {chosen.map((id, at) => (
            <ChosenCredential key={id} form={form} at={at} credential={all.find((each) => each.id === id)} />
          ))}
        </ol>
      )}
      <Group gap="xs" align="flex-end" wrap="nowrap">
        <NativeSelect
          aria-label="Add a credential"
          className={classes['name'] ?? ''}
          value=""
          data={[
            {
              value: '',
              label: left.length > 0 ? 'Add a credential' : 'No other suitable credentials',
              disabled: true,
            },
            ...left.map(({ id, name, kind }) => ({ value: id, label: `${name} (${credentialKinds[kind].label})` })),
          ]}
          onChange={(event) => form.insertListItem('credentialIds', event.currentTarget.value)}
        />
        <Button variant="default" size="sm" onClick={onNew}>
          New credential
        </Button>
      </Group>
      <Text size="xs" c="dimmed" mt={4}>
        {about(form.values.type)}
      </Text>
      <Text size="xs" mt={4} className="wrap" role="status">
        {dropped.length > 0 && `Removed, as this segment type cannot use it: ${dropped.join(', ')}`}
      </Text>
      {error && (
        <Text size="xs" c="var(--bad)" mt={4} role="alert" data-field-error>
          {error}
        </Text>
      )}
    </fieldset>
  )
}

function about(type: SegmentType): string {
  if (isCloud(type)) return 'The first credential is used for the cloud API. Hosts are not contacted.'
  const hosts = 'Credentials are tried in this order. Without an SNMP credential, the community “public” is tried.'
  return type === 'active-directory' ? `The first Active Directory credential reads the directory. ${hosts}` : hosts
}

type ChosenProps = { form: Form; at: number; credential: CredentialRecord | undefined }

function ChosenCredential({ form, at, credential }: ChosenProps) {
  const name = credential?.name ?? 'a credential'
  const move = (to: number) => form.reorderListItem('credentialIds', { from: at, to })
  return (
    <li>
      <Group gap={2} wrap="nowrap">
        <Text size="sm" className={`wrap ${classes['name']}`}>
          {name} <small>{credential && credentialKinds[credential.kind].label}</small>
        </Text>
        <ActionIcon aria-label={`Move ${name} up`} disabled={at === 0} onClick={() => move(at - 1)}>
          <IconArrowUp size={16} aria-hidden />
        </ActionIcon>
        <ActionIcon
          aria-label={`Move ${name} down`}
          disabled={at === form.values.credentialIds.length - 1}
          onClick={() => move(at + 1)}
        >
          <IconArrowDown size={16} aria-hidden />
        </ActionIcon>
        <ActionIcon aria-label={`Remove ${name}`} onClick={() => form.removeListItem('credentialIds', at)}>
          <IconX size={16} aria-hidden />
        </ActionIcon>
      </Group>
    </li>
  )
}
