import { Button } from '@mantine/core'
import type { BulkAction } from '@rollcall/shared/api/bulk-operation.ts'
import type { DeviceListItem } from '@rollcall/shared/api/device.ts'
import { IconArchive, IconArchiveOff, IconClipboardCheck, IconGitCompare, IconGitMerge } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Chosen } from '../../api/bulk.ts'
import type { Query } from '../../api/request.ts'
import { BulkBar } from '../../table/bulk/bulk-bar.tsx'
import type { Selection } from '../../table/bulk/selection.ts'
import { count } from '../../ui/amounts.ts'
import { MergeDialog } from '../device/identity/merge-dialog.tsx'
import { BulkConfirm, type PendingBulk } from './bulk-confirm.tsx'
import { MoreActions, TagMenu } from './bulk-menus.tsx'
import { BulkMerge } from './bulk-merge.tsx'
import { SetFields } from './set-fields.tsx'
import { useBulk } from './use-bulk.tsx'

export type BulkActionsProps = {
  devices: readonly DeviceListItem[]
  selection: Selection
  /** Number of devices that match the filters, and the parameters that find them. */
  total: number
  matching: Query
  isArchive: boolean
  mayEdit: boolean
  mayAudit: boolean
}

const icon = { size: 15, 'aria-hidden': true } as const

/** Actions on the selected devices, or on all that match, with progress and undo. */
export function BulkActions({ devices, selection, total, matching, isArchive, mayEdit, mayAudit }: BulkActionsProps) {
  const [dialog, setDialog] = useState<'merge' | 'fields' | PendingBulk>()
  const bulk = useBulk(selection)
  const chosen = devices.filter(({ id }) => selection.ids.has(id))
  const isWhole = selection.isWhole && chosen.length === devices.length
  const devicesOf = (): Chosen => (isWhole ? { matching } : { ids: chosen.map(({ id }) => id) })
  const run = (action: BulkAction, done: string) => bulk.mutate({ action, chosen: devicesOf(), done })
  /** Asks first if all matching devices are concerned, or if the action cannot be undone. */
  const ask = (pending: PendingBulk) =>
    isWhole || pending.warning ? setDialog(pending) : run(pending.action, pending.done)
  const close = () => setDialog(undefined)
  const [first, second] = chosen
  const button = { variant: 'default', loading: bulk.isPending } as const
  return (
    <>
      <BulkBar
        count={isWhole ? total : chosen.length}
        onClear={selection.clear}
        all={
          !isWhole && chosen.length === devices.length && total > devices.length
            ? { label: `Select all ${count(total)} that match`, onClick: selection.whole }
            : undefined
        }
      >
        {mayEdit && isArchive && (
          <Button
            {...button}
            leftSection={<IconArchiveOff {...icon} />}
            onClick={() => ask({ action: { kind: 'restore' }, verb: 'Restore', done: 'restored' })}
          >
            Restore
          </Button>
        )}
        {mayEdit && !isArchive && (
          <>
            <TagMenu isPending={bulk.isPending} onAsk={ask} />
            <Button
              {...button}
              leftSection={<IconArchive {...icon} />}
              onClick={() => ask({ action: { kind: 'archive' }, verb: 'Archive', done: 'archived' })}
            >
              Archive
            </Button>
          </>
        )}
        {mayAudit && !isArchive && (
          <Button
            {...button}
            leftSection={<IconClipboardCheck {...icon} />}
            onClick={() => ask({ action: { kind: 'audit' }, verb: 'Audit', done: 'queued for an audit' })}
          >
            Audit
          </Button>
        )}
        {mayEdit && !isArchive && !isWhole && second && (
          <Button {...button} leftSection={<IconGitMerge {...icon} />} onClick={() => setDialog('merge')}>
            Merge
          </Button>
        )}
        {first && second && chosen.length === 2 && !isWhole && (
          <Button
            variant="default"
            leftSection={<IconGitCompare {...icon} />}
            renderRoot={(props) => <Link to="/compare" search={{ device: first.id, other: second.id }} {...props} />}
          >
            Compare
          </Button>
        )}
        {mayEdit && <MoreActions isPending={bulk.isPending} onAsk={ask} onFields={() => setDialog('fields')} />}
      </BulkBar>
      {dialog === 'merge' && first && second && chosen.length === 2 && (
        <MergeDialog devices={[first, second]} onClose={close} />
      )}
      {dialog === 'merge' && chosen.length > 2 && (
        <BulkMerge devices={chosen} onClose={close} onMerge={(action) => run(action, 'merged')} />
      )}
      {dialog === 'fields' && <SetFields onClose={close} onSet={ask} />}
      {typeof dialog === 'object' && (
        <BulkConfirm
          pending={dialog}
          chosen={devicesOf()}
          onClose={close}
          onConfirm={() => run(dialog.action, dialog.done)}
        />
      )}
    </>
  )
}
