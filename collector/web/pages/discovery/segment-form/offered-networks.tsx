import { Button, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { suggestionsOptions } from '../../../api/segments.ts'
import { lines } from './lists.ts'
import { offersOf } from './offers.ts'
import type { Form } from './values.ts'

const suggestionsRead = 200

/** Suggests networks of Audit Services and near known devices, each added by one click. */
export function OfferedNetworks({ form }: { form: Form }) {
  const suggestions = useQuery(suggestionsOptions({ limit: suggestionsRead }))
  const written = lines(form.values.addresses)
  const { auditServiceId } = form.values
  const offers = offersOf(suggestions.data?.items ?? [], auditServiceId).filter(({ block }) => !written.includes(block))
  const add = ({ block, auditServiceId: ofService }: (typeof offers)[number]) =>
    form.setValues({
      addresses: [...written, block].join('\n'),
      auditServiceId: auditServiceId ?? ofService,
    })
  if (offers.length === 0) return null
  return (
    <Group gap={6} mt={6} role="group" aria-label="Suggested networks">
      <Text size="xs" c="dimmed">
        Add
      </Text>
      {offers.map((offer) => (
        <Button key={offer.block} size="compact-xs" variant="default" title={offer.reason} onClick={() => add(offer)}>
          {offer.block}
        </Button>
      ))}
    </Group>
  )
}
