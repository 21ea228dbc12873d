import { Button, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { suggestionsOptions } from '../../../api/segments.ts'
import { ownNetworks } from '../../first-steps/own-networks.ts'
import { useThisMachine } from '../../first-steps/use-this-machine.ts'
import { lines } from './lists.ts'
import { offersOf } from './offers.ts'
import type { Form } from './values.ts'

const suggestionsRead = 200

/** Suggests networks near known devices, each added by one click. */
export function OfferedNetworks({ form }: { form: Form }) {
  const { device } = useThisMachine({ isAwaited: false })
  const suggestions = useQuery(suggestionsOptions({ limit: suggestionsRead }))
  const written = lines(form.values.addresses)
  const offers = offersOf(ownNetworks(device?.data?.network.interfaces ?? []), suggestions.data?.items ?? []).filter(
    ({ block }) => !written.includes(block),
  )
  if (offers.length === 0) return null
  return (
    <Group gap={6} mt={6} role="group" aria-label="Suggested networks">
      <Text size="xs" c="dimmed">
        Add
      </Text>
      {offers.map(({ block, reason }) => (
        <Button
          key={block}
          size="compact-xs"
          variant="default"
          title={reason}
          onClick={() => form.setFieldValue('addresses', [...written, block].join('\n'))}
        >
          {block}
        </Button>
      ))}
    </Group>
  )
}
