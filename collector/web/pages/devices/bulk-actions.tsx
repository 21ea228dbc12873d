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
import { ChosenDevices } from './chosen-devices.tsx'
import { CompareTwo } from './compare-two.tsx'
import { SetFields } from './set-fields.tsx'
import { useBulk } from './use-bulk.ts'

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
  const [dialog, setDialog] = useState<'merge' | 'compare' | 'fields' | PendingBulk>()
  const bulk = useBulk(selection)
  const { ids, isWhole } = selection
  const chosen: Chosen = isWhole ? { matching } : { ids: [...ids] }
  const chosenCount = isWhole ? total : ids.size
  const isPage = devices.every(({ id }) => ids.has(id))
  const run = (action: BulkAction) => bulk.mutate({ action, chosen })
  /** Asks first if all matching devices are concerned, or if the action cannot be undone. */
  const ask = (pending: PendingBulk) => (isWhole || pending.warning ? setDialog(pending) : run(pending.action))
  const close = () => setDialog(undefined)
  const [device, other] = ids
  const button = { variant: 'default', loading: bulk.isPending } as const
  return (
    <>
      <BulkBar
        count={chosenCount}
        onClear={selection.clear}
        all={
          !isWhole && isPage && total > ids.size
            ? { label: `Select all ${count(total)} that match`, onClick: selection.whole }
            : undefined
        }
      >
        {mayEdit && isArchive && (
          <Button
            {...button}
            leftSection={<IconArchiveOff {...icon} />}
            onClick={() => ask({ action: { kind: 'restore' }, verb: 'Restore' })}
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
              onClick={() => ask({ action: { kind: 'archive' }, verb: 'Archive' })}
            >
              Archive
            </Button>
          </>
        )}
        {mayAudit && !isArchive && (
          <Button
            {...button}
            leftSection={<IconClipboardCheck {...icon} />}
            onClick={() => ask({ action: { kind: 'audit' }, verb: 'Audit' })}
          >
            Audit
          </Button>
        )}
        {mayEdit && !isArchive && chosenCount > 1 && (
          <Button {...button} leftSection={<IconGitMerge {...icon} />} onClick={() => setDialog('merge')}>
            Merge
          </Button>
        )}
        {chosenCount > 1 && (
          <Button
            variant="default"
            leftSection={<IconGitCompare {...icon} />}
            {...(ids.size === 2 && !isWhole
              ? { renderRoot: (props) => <Link to="/compare" search={{ device, other }} {...props} /> }
              : { onClick: () => setDialog('compare') })}
          >
            Compare
          </Button>
        )}
        {mayEdit && <MoreActions isPending={bulk.isPending} onAsk={ask} onFields={() => setDialog('fields')} />}
      </BulkBar>
      {(dialog === 'merge' || dialog === 'compare') && (
        <ChosenDevices
          title={dialog === 'merge' ? 'Merge records' : 'Compare two devices'}
          chosen={chosen}
          count={chosenCount}
          shown={devices}
          onClose={close}
        >
          {(all) => {
            const [first, second, ...others] = all
            if (dialog === 'compare') return <CompareTwo devices={all} onClose={close} />
            if (first && second && others.length === 0) return <MergeDialog devices={[first, second]} onClose={close} />
            const merge = (action: BulkAction) => bulk.mutate({ action, chosen: { ids: all.map(({ id }) => id) } })
            return <BulkMerge devices={all} onClose={close} onMerge={merge} />
          }}
        </ChosenDevices>
      )}
      {dialog === 'fields' && <SetFields onClose={close} onSet={ask} />}
      {typeof dialog === 'object' && (
        <BulkConfirm pending={dialog} chosen={chosen} onClose={close} onConfirm={() => run(dialog.action)} />
      )}
    </>
  )
}
