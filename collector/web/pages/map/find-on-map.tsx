import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import type { TopologyNode } from '@rollcall/shared/api/topology.ts'
import { IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { endpointsOptions } from '../../api/topology.ts'
import { nameOf } from './forest.ts'
import classes from './map.module.css'
import { endpointName } from './picture.ts'

const typingMs = 150
const shownMax = 8

type Props = { nodes: readonly TopologyNode[]; onFind: (id: string, port?: string) => void }

/** Searches switches and endpoints by name, address or MAC. The map flies to the chosen one. */
export function FindOnMap({ nodes, onFind }: Props) {
  const [text, setText] = useState('')
  const [q] = useDebouncedValue(text.trim(), typingMs)
  const results = useQuery({ ...endpointsOptions({ q, limit: shownMax }), enabled: q !== '' })
  const names = new Map(nodes.map((node) => [node.id, nameOf(node)]))
  const wanted = text.trim().toLowerCase()
  const switches = nodes
    .filter((node) =>
      [nameOf(node), node.device?.ipAddress, node.device?.model].some((each) => each?.toLowerCase().includes(wanted)),
    )
    .slice(0, shownMax)
    .map((node) => ({ value: node.id, label: nameOf(node) }))
  const found = q === '' ? [] : (results.data?.items ?? [])
  const endpoints = found.map((endpoint, at) => ({
    value: `${endpoint.node} ${at}`,
    label: `${endpointName(endpoint)} at ${[names.get(endpoint.node), endpoint.port].filter(Boolean).join(' ')}`,
  }))
  return (
    <Select
      className={classes['find'] ?? ''}
      size="xs"
      aria-label="Find on the map"
      placeholder="Find a switch, device or MAC"
      leftSection={<IconSearch size={14} aria-hidden />}
      searchable
      value={null}
      searchValue={text}
      onSearchChange={setText}
      filter={({ options }) => options}
      nothingFoundMessage={results.isFetching ? 'Searching…' : 'No results on the map'}
      data={[
        { group: 'Switches', items: switches },
        { group: 'Connected devices', items: endpoints },
      ].filter(({ items }) => items.length > 0)}
      onChange={(value) => {
        const [node, at] = value?.split(' ') ?? []
        if (node) onFind(node, at === undefined ? undefined : (found[Number(at)]?.port ?? undefined))
      }}
    />
  )
}
