import { ActionIcon, Button, Group } from '@mantine/core'
import type { Site } from '@rollcall/shared/api/site.ts'
import { IconPencil } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { sites } from '../../../api/sites.ts'
import { useSite } from '../../../api/use-site.ts'
import { Edited } from '../../../forms/edited.tsx'
import { ListPage } from '../../../table/list-page.tsx'
import { pagingOf } from '../../../table/paging.ts'
import type { Column } from '../../../table/types.ts'
import { useListAddress } from '../../../table/use-list-address.ts'
import { AddButton } from '../../../ui/action-button.tsx'
import { Dimmed } from '../../../ui/dimmed.tsx'
import { changeSite } from '../../../ui/frame/change-site.ts'
import { Time } from '../../../ui/time.tsx'
import { SiteForm } from './site-form.tsx'

/** 'new', or the id of the site to rename. */
type Open = string | undefined

export function Sites() {
  const address = useListAddress()
  const query = useQuery(sites.listOptions(pagingOf(address.state)))
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
  const columns: Column<Site>[] = [
    { id: 'name', header: 'Name', render: ({ name }) => <span className="wrap">{name}</span> },
    {
      id: 'createdAt',
      header: 'Created',
      width: 110,
      from: 'sm',
      render: ({ createdAt }) => <Time value={createdAt} />,
    },
    {
      id: 'actions',
      header: 'Actions',
      width: 160,
      align: 'right',
      render: (site) => <SiteActions site={site} onRename={() => setOpen(site.id)} />,
    },
  ]
  return (
    <>
      <ListPage
        name="Sites"
        exported={{ path: sites.path }}
        about="Each site has its own devices, segments, Audit Services and settings. Switch sites at the top."
        address={address}
        columns={columns}
        query={query}
        nameOf={({ name }) => name}
        sort=""
        empty={null}
        actions={<AddButton label="New site" onClick={() => setOpen('new')} />}
      />
      {open === 'new' && <SiteForm onClose={close} />}
      {open !== undefined && open !== 'new' && (
        <Edited options={sites.oneOptions(open)} label="The site" onClose={close}>
          {(site) => <SiteForm site={site} onClose={close} />}
        </Edited>
      )}
    </>
  )
}

function SiteActions({ site, onRename }: { site: Site; onRename: () => void }) {
  const isCurrent = useSite()?.id === site.id
  return (
    <Group gap={8} justify="flex-end" wrap="nowrap">
      {isCurrent ? (
        <Dimmed>Current site</Dimmed>
      ) : (
        <Button
          variant="default"
          aria-label={`Settings of ${site.name}`}
          onClick={() => changeSite(site.id, '/settings')}
        >
          Settings
        </Button>
      )}
      <ActionIcon aria-label={`Rename ${site.name}`} onClick={onRename}>
        <IconPencil size={16} aria-hidden />
      </ActionIcon>
    </Group>
  )
}
