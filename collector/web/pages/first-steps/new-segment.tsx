import { Alert, Button, Chip, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { partsOptions } from '../../api/parts.ts'
import { segments } from '../../api/segments.ts'
import { errorBelow } from '../../forms/error-below.ts'
import { fieldErrors } from '../../forms/field-errors.ts'
import { Refused } from '../../forms/refused.tsx'
import { counted } from '../../ui/amounts.ts'
import { ownNetworks } from './own-networks.ts'
import { useThisMachine } from './use-this-machine.ts'

/** Creates the first segment from a network of this machine or from typed addresses. */
export function NewSegment() {
  const queryClient = useQueryClient()
  const { device } = useThisMachine()
  const networks = ownNetworks(device?.data?.network.interfaces ?? [])
  const services = useQuery(partsOptions('audit-service'))
  const form = useForm({ initialValues: { name: '', addresses: '', auditServiceId: '' } })
  const adding = useMutation({
    mutationFn: ({ name, addresses, auditServiceId }: typeof form.values) =>
      segments.create({
        type: 'ip-range',
        name: name.trim() || addresses,
        addresses: addresses.split(/[\s,;]+/).filter(Boolean),
        auditServiceId: auditServiceId || services.data?.[0]?.id || null,
      }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['segments'] }),
    onError: (error) => form.setErrors(fieldErrors(error, form.getValues()).ofFields),
  })
  return (
    <form onSubmit={form.onSubmit((values) => adding.mutate(values))} noValidate>
      <Stack gap="sm">
        {adding.error && <Refused error={adding.error} values={form.getValues()} />}
        {networks.length > 0 && (
          <Group gap="xs" role="group" aria-label="Networks of this machine">
            <Text size="sm">Networks of this machine:</Text>
            {networks.map(({ block, count, interfaceName }) => (
              <Chip
                key={block}
                size="xs"
                checked={form.values.addresses === block}
                onChange={() => form.setFieldValue('addresses', block)}
              >
                {block} ({interfaceName}, {counted(count, 'address', 'addresses')})
              </Chip>
            ))}
          </Group>
        )}
        <TextInput
          size="xs"
          label="Addresses"
          description="CIDR blocks and ranges, such as 10.20.0.0/24 or 10.20.4.1-10.20.4.99"
          {...form.getInputProps('addresses')}
          error={errorBelow(form.errors, 'addresses')}
        />
        <TextInput size="xs" label="Name" placeholder="Same as the addresses" {...form.getInputProps('name')} />
        {(services.data?.length ?? 0) > 1 && (
          <NativeSelect
            size="xs"
            label="Audit Service"
            data={services.data?.map(({ id, name }) => ({ value: id, label: name })) ?? []}
            {...form.getInputProps('auditServiceId')}
          />
        )}
        {services.data?.length === 0 && (
          <Alert variant="outline" color="gray" title="No Audit Service yet">
            Add an Audit Service in step 5. The segment cannot be scanned before.
          </Alert>
        )}
        <Group>
          <Button type="submit" loading={adding.isPending} disabled={form.values.addresses.trim() === ''}>
            Add segment
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
