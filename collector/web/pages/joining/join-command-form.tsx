import { Button, Group, NativeSelect, NumberInput, Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { JoinTokenMade } from '@rollcall/shared/api/join-token.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { tagsOptions } from '../../api/catalogs.ts'
import { joinTokens, partsOptions } from '../../api/parts.ts'
import { fieldErrors } from '../../forms/field-errors.ts'
import { Form } from '../../forms/form.tsx'
import { Dimmed } from '../../ui/dimmed.tsx'
import { JoinCommand } from './join-command.tsx'
import type { Joining } from './use-joined.ts'

const hour = 3_600
const lifetimes = [
  { value: `${hour}`, label: '1 hour' },
  { value: `${24 * hour}`, label: '1 day' },
  { value: `${7 * 24 * hour}`, label: '7 days' },
  { value: `${30 * 24 * hour}`, label: '30 days' },
]

/** Asks for the few options of a join token, then shows the install command. */
export function JoinCommandForm({ kind }: { kind: JoinTokenMade['for'] }) {
  const queryClient = useQueryClient()
  const form = useForm({ initialValues: { uses: kind === 'agent' ? 100 : 1, ttlSeconds: `${hour}`, tag: '' } })
  const creation = useMutation({
    mutationFn: async ({ uses, ttlSeconds, tag }: typeof form.values): Promise<Joining> => {
      const there = await queryClient.fetchQuery({ ...partsOptions(kind), staleTime: 0 })
      const created = await joinTokens.create<JoinTokenMade>({
        for: kind,
        uses,
        ttlSeconds: Number(ttlSeconds),
        ...(tag === '' ? {} : { tag }),
      })
      await queryClient.invalidateQueries({ queryKey: [joinTokens.name] })
      const before = new Set(there.map(({ id }) => id))
      return { token: created, accepts: (id) => !before.has(id) }
    },
    onError: (error) => form.setErrors(fieldErrors(error, form.getValues()).ofFields),
  })
  if (creation.data) return <JoinCommand joining={creation.data} />
  return (
    <Form form={form} saving={creation}>
      <Stack gap="sm">
        <Dimmed>
          {kind === 'agent'
            ? 'An agent audits its own machine every hour. One command works on many machines.'
            : 'An Audit Service scans the network it is in. It connects to Rollcall and needs no incoming connections.'}
        </Dimmed>
        {kind === 'agent' && (
          <>
            <Group gap="sm" align="flex-start" grow>
              <NumberInput
                label="Maximum number of machines"
                required
                min={1}
                max={100_000}
                {...form.getInputProps('uses')}
              />
              <NativeSelect label="Valid for" data={lifetimes} {...form.getInputProps('ttlSeconds')} />
            </Group>
            <AutoTagSelect {...form.getInputProps('tag')} />
          </>
        )}
        <Group>
          <Button type="submit" loading={creation.isPending}>
            Generate install command
          </Button>
        </Group>
      </Stack>
    </Form>
  )
}

function AutoTagSelect(field: object) {
  const { data } = useQuery(tagsOptions)
  const names = data?.items.map(({ name }) => name) ?? []
  return (
    <NativeSelect
      label="Tag for their devices"
      data={[{ value: '', label: 'None' }, ...names.map((name) => ({ value: name, label: name }))]}
      {...field}
    />
  )
}
