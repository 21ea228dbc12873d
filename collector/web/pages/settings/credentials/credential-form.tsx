import { Select, Stack, Switch, Textarea, TextInput } from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import type { CreateCredential, CredentialKind, CredentialRecord } from '@rollcall/shared/api/credential.ts'
import { credentials } from '../../../api/catalogs.ts'
import type { Tagged } from '../../../api/request.ts'
import { useRefresh } from '../../../api/use-refresh.ts'
import { FormDrawer } from '../../../forms/form-drawer.tsx'
import { SecretInput } from '../../../forms/secret-input.tsx'
import { Dimmed } from '../../../ui/dimmed.tsx'
import { createOf, credentialKinds, fieldsOf, patchOf, type Values, valuesOf } from './kinds.ts'

const kinds = Object.keys(credentialKinds) as CredentialKind[]

type Props = {
  edited?: Tagged<CredentialRecord> | undefined
  /** Kinds that a new credential can have. */
  fitting?: readonly CredentialKind[]
  onCreated?: (created: CredentialRecord) => void
  onClose: () => void
}

/** Creates or edits a credential. Stored secrets are never shown, and stay unless replaced. */
export function CredentialForm({ edited, fitting = kinds, onCreated, onClose }: Props) {
  const existing = edited?.value
  const first = existing?.kind ?? fitting[0] ?? 'snmp-community'
  const before = valuesOf(first, existing)
  const opened: Values = { ...before, name: existing?.name ?? '', kind: first }
  const form = useForm<Values>({ initialValues: opened })
  const kind = form.values['kind'] as CredentialKind
  const refresh = useRefresh(credentials.name)
  const save = async ({ name = '', kind: _kind, ...values }: Values) => {
    if (edited) {
      await credentials.update(edited.value.id, { name, ...patchOf(kind, before, values) }, edited.etag)
    } else {
      // Creates before calling the handler: an optional call skips evaluating its arguments if there is no handler.
      const created = await credentials.create({ name, kind, ...createOf(kind, values) } as CreateCredential)
      onCreated?.(created)
    }
    await refresh()
  }
  const choose = (next: string | null) => {
    if (next === null) return
    form.setValues({ ...valuesOf(next as CredentialKind), kind: next })
    form.clearErrors()
  }
  return (
    <FormDrawer
      title={existing ? `Edit ${existing.name}` : 'New credential'}
      action={existing ? 'Save' : 'Create credential'}
      form={form}
      stored={existing && opened}
      onSubmit={save}
      onClose={onClose}
    >
      <Stack gap="sm">
        <Dimmed>Secrets are encrypted in storage and in transit, and never shown again.</Dimmed>
        <TextInput label="Name" data-autofocus required {...form.getInputProps('name')} />
        <Select
          label="Kind"
          disabled={existing !== undefined}
          data={(existing ? kinds : fitting).map((value) => ({ value, label: credentialKinds[value].label }))}
          {...form.getInputProps('kind')}
          onChange={choose}
        />
        {fieldsOf(kind, form.values).map((field) => (
          <FieldInput key={`${kind} ${field.name}`} field={field} form={form} isStored={existing !== undefined} />
        ))}
      </Stack>
    </FormDrawer>
  )
}

type FieldProps = {
  field: ReturnType<typeof fieldsOf>[number]
  form: UseFormReturnType<Values>
  /** An empty secret keeps the stored one. */
  isStored: boolean
}

function FieldInput({ field, form, isStored }: FieldProps) {
  const { name, label, description, isSecret, isLong, isOptional, isSwitch, options } = field
  if (isSwitch) {
    const change = (isOn: boolean) => form.setFieldValue(name, String(isOn))
    const checked = form.values[name] === 'true'
    return <Switch {...{ label, description, checked }} onChange={(event) => change(event.currentTarget.checked)} />
  }
  const isNeeded = !isOptional && !(isSecret && isStored)
  const common = {
    label,
    description,
    required: isNeeded,
    ...form.getInputProps(name),
  }
  if (options) return <Select {...common} data={[...options]} />
  if (isLong) {
    const placeholder = isStored ? 'Unchanged' : ''
    return <Textarea {...common} placeholder={placeholder} rows={6} classNames={{ input: 'mono' }} spellCheck={false} />
  }
  if (isSecret) return <SecretInput {...common} isSet={isStored} />
  return <TextInput {...common} autoComplete="off" />
}
