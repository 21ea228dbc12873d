import { Autocomplete, NativeSelect, TextInput } from '@mantine/core'
import type { SegmentType } from '@rollcall/shared/api/segment.ts'
import { useQuery } from '@tanstack/react-query'
import { auditServicesOptions, tagsOptions } from '../../../api/catalogs.ts'
import { useOnlyChoice } from '../../../forms/use-only-choice.ts'
import { optionsOf } from '../../../ui/options.ts'
import { isCloud, segmentTypeNames } from '../segments/types.ts'
import { chosenId } from './chosen-id.ts'
import type { Form } from './values.ts'

type Props = {
  form: Form
  /** The segment is new. The type of an existing one cannot be changed. */
  onType: ((type: SegmentType) => void) | undefined
}

export function MainFields({ form, onType }: Props) {
  const isNew = onType !== undefined
  const services = useQuery(auditServicesOptions).data?.items ?? []
  const tags = useQuery(tagsOptions).data?.items ?? []
  useOnlyChoice(form, { path: 'auditServiceId', options: services.map(({ id }) => id), isRequired: isNew })
  return (
    <>
      <TextInput label="Name" required data-autofocus mb="sm" {...form.getInputProps('name')} />
      <NativeSelect
        label="Type"
        mb="sm"
        disabled={!isNew}
        description={isNew ? undefined : 'The type cannot be changed.'}
        data={optionsOf(segmentTypeNames)}
        {...form.getInputProps('type')}
        onChange={(event) => onType?.(event.currentTarget.value as SegmentType)}
      />
      <NativeSelect
        label="Audit Service"
        required={isNew && !isCloud(form.values.type)}
        description="It must be able to reach the addresses."
        mb="sm"
        data={[
          { value: '', label: isNew ? 'Choose an Audit Service' : 'None (not scanned)' },
          ...services.map(({ id, name, status }) => ({
            value: id,
            label: status === 'Active' ? name : `${name} (${status.toLowerCase()})`,
          })),
        ]}
        {...chosenId(form, 'auditServiceId')}
      />
      <Autocomplete
        label="Auto tag"
        description="Added to every device found in this segment. A new name creates a tag."
        mb="sm"
        data={tags.map(({ name }) => name)}
        {...form.getInputProps('autoTag')}
      />
    </>
  )
}
