import { ActionIcon, Button, Group } from '@mantine/core'
import type { Site } from '@rollcall/shared/api/site.ts'
import { IconPencil } from '@tabler/icons-react'
import { useState } from 'react'
import { sites } from '../../../api/sites.ts'
import { useSite } from '../../../api/use-site.ts'
import { type Open, OpenForm } from '../../../forms/edited.tsx'
import { ListPage } from '../../../table/list-page.tsx'
import { timeColumn } from '../../../table/time-column.tsx'
import type { Column } from '../../../table/types.ts'
import { useListOf } from '../../../table/use-list-of.ts'
import { AddButton } from '../../../ui/action-button.tsx'
import { Dimmed } from '../../../ui/dimmed.tsx'
import { changeSite } from '../../../ui/frame/change-site.ts'
import { SiteForm } from './site-form.tsx'

export function Sites() {
  const list = useListOf(sites)
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
  const columns: Column<Site>[] = [
    { id: 'name', header: 'Name', render: ({ name }) => <span className="wrap">{name}</span> },
    timeColumn('createdAt', 'Created', { width: 110, from: 'sm' }),
    {
      id: 'actions',
      header: 'Actions',
      width: 160,
      align: 'right',
      render: (site) => <SiteActions site={site} onRename={() => setOpen(site)} />,
    },
  ]
  return (
    <>
      <ListPage
        name="Sites"
        {...list}
        about="Each site has its own devices, segments, Audit Services and settings. Switch sites at the top."
        columns={columns}
        empty={null}
        actions={<AddButton label="New site" onClick={() => setOpen('new')} />}
      />
      <OpenForm open={open} optionsOf={sites.oneOptions} label="The site" onClose={close}>
        {(edited) => <SiteForm edited={edited} onClose={close} />}
      </OpenForm>
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
