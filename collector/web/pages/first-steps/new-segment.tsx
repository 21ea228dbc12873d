import { Alert, Button, Chip, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { parseTargets } from '@rollcall/shared/targets/parse.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { partsOptions } from '../../api/parts.ts'
import { segments, suggestionsOptions } from '../../api/segments.ts'
import { useRefresh } from '../../api/use-refresh.ts'
import { errorBelow } from '../../forms/error-below.ts'
import { fieldErrors } from '../../forms/field-errors.ts'
import { Form } from '../../forms/form.tsx'
import { counted } from '../../ui/amounts.ts'

const pollMs = 3_000

/** Creates the first segment from a network of an Audit Service or from typed addresses. */
export function NewSegment() {
  const refresh = useRefresh('segments')
  const networks = useServiceNetworks()
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
    onSuccess: () => refresh(),
    onError: (error) => form.setErrors(fieldErrors(error, form.getValues()).ofFields),
  })
  return (
    <Form form={form} saving={adding}>
      <Stack gap="sm">
        {networks.length > 0 && (
          <Group gap="xs" role="group" aria-label="Networks of Audit Services">
            <Text size="sm">Networks of Audit Services:</Text>
            {networks.map(({ network, auditService: { id, name, interfaceName } }) => (
              <Chip
                key={`${network} ${id}`}
                size="xs"
                checked={form.values.addresses === network && form.values.auditServiceId === id}
                onChange={() => form.setValues({ addresses: network, auditServiceId: id })}
              >
                {network} ({name} {interfaceName}, {counted(Number(countOf(network)), 'address', 'addresses')})
              </Chip>
            ))}
          </Group>
        )}
        <TextInput
          size="xs"
          label="Addresses"
          required
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
          <Alert color="gray" title="No Audit Service yet">
            Add an Audit Service in step 5. The segment cannot be scanned before.
          </Alert>
        )}
        <Group>
          <Button type="submit" loading={adding.isPending}>
            Add segment
          </Button>
        </Group>
      </Stack>
    </Form>
  )
}

/** Networks that Audit Services are attached to. Polls until one is reported. */
function useServiceNetworks() {
  const { data } = useQuery({
    ...suggestionsOptions({ limit: 200 }),
    refetchInterval: ({ state }) => (state.data?.total ? false : pollMs),
  })
  return (data?.items ?? []).flatMap(({ network, auditService }) =>
    network !== null && auditService !== null ? [{ network, auditService }] : [],
  )
}

const countOf = (network: string) => parseTargets([network], { allowNames: false }).addressCount
