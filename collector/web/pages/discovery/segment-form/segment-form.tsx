import { useForm } from '@mantine/form'
import type { Segment } from '@rollcall/shared/api/segment.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { auditServicesOptions, tagsOptions } from '../../../api/catalogs.ts'
import type { Tagged } from '../../../api/request.ts'
import { FormDrawer } from '../../../forms/form-drawer.tsx'
import { SidePanel } from '../../../ui/side-panel.tsx'
import { Loaded } from '../../../ui/states/loaded.tsx'
import { CredentialForm } from '../../settings/credentials/credential-form.tsx'
import { credentialKindsFor } from '../segments/types.ts'
import { AddressFields } from './address-fields.tsx'
import { CredentialFields } from './credential-fields.tsx'
import { MainFields } from './main-fields.tsx'
import { OptionFields } from './option-fields.tsx'
import { useSaveSegment } from './use-save-segment.ts'
import { useTypeChange } from './use-type-change.ts'
import { newValues, type SegmentValues, validate, valuesOf } from './values.ts'
import { WhenFields } from './when-fields.tsx'

type Props = {
  /** The segment to edit; undefined for a new one. */
  edited?: Tagged<Segment>
  /** Initial values of a new segment. */
  given?: Partial<SegmentValues>
  onSaved?: (segment: Segment) => void
  onClose: () => void
}

/** Creates or edits a segment, after its choices are loaded. */
export function SegmentForm(props: Props) {
  const title = props.edited ? 'Edit segment' : 'New segment'
  const services = useQuery(auditServicesOptions)
  const tags = useQuery(tagsOptions)
  if (services.data && tags.data) {
    const { edited, given } = props
    const tagName = tags.data.items.find(({ id }) => id === edited?.value.autoTagId)?.name ?? ''
    const initial = edited ? valuesOf(edited.value, tagName) : newValues(given)
    return <Fields {...props} title={title} initial={initial} />
  }
  return (
    <SidePanel title={title} onClose={props.onClose}>
      <Loaded query={services} label="The Audit Services">
        {() => (
          <Loaded query={tags} label="The tags">
            {() => null}
          </Loaded>
        )}
      </Loaded>
    </SidePanel>
  )
}

function Fields({ edited, initial, title, onSaved, onClose }: Props & { title: string; initial: SegmentValues }) {
  const form = useForm<SegmentValues>({ initialValues: initial, validate })
  const { save, scan } = useSaveSegment(edited, initial.autoTag, onSaved)
  const [isMaking, setIsMaking] = useState(false)
  const { changeType, dropped } = useTypeChange(form)
  return (
    <>
      <FormDrawer
        title={title}
        action={edited ? 'Save' : 'Create segment'}
        form={form}
        stored={edited && initial}
        onSubmit={save}
        also={edited || !scan ? undefined : { action: 'Create and scan', onSubmit: scan }}
        onClose={onClose}
      >
        <MainFields form={form} onType={edited ? undefined : changeType} />
        <AddressFields form={form} />
        <CredentialFields form={form} isNew={!edited} dropped={dropped} onNew={() => setIsMaking(true)} />
        <WhenFields form={form} />
        <OptionFields form={form} />
      </FormDrawer>
      {/* Outside this form, as submitting a nested form would submit both. */}
      {isMaking && (
        <CredentialForm
          fitting={credentialKindsFor(form.values.type)}
          onCreated={({ id }) => form.insertListItem('credentialIds', id)}
          onClose={() => setIsMaking(false)}
        />
      )}
    </>
  )
}
