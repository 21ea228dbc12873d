import { Button, Menu } from '@mantine/core'
import { IconChevronDown, IconDownload } from '@tabler/icons-react'
import { download, type Query } from '../api/request.ts'
import { ActionButton } from '../ui/action-button.tsx'
import { useAction } from '../ui/use-action.ts'

/** The list that is exported: its path, with its filters, order and columns. */
export type Exported = { path: string; query?: Query }

/** Downloads the whole list with its filters, order and columns: as CSV at once, or as a workbook. */
export function ExportButton({ path, query = {} }: Exported) {
  const name = path.split('/').at(-1) ?? 'list'
  const save = useAction('The list was not downloaded', (format: 'csv' | 'xlsx') => {
    const { limit: _, offset: __, ...filters } = query
    return download(path, { ...filters, format }, `${name}.${format}`)
  })
  return (
    <Button.Group>
      <ActionButton
        label="Export CSV"
        icon={IconDownload}
        loading={save.isPending}
        onClick={() => save.mutate('csv')}
      />
      <Menu position="bottom-end">
        <Menu.Target>
          <Button variant="default" px={6} aria-label="Export formats">
            <IconChevronDown size={15} aria-hidden />
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => save.mutate('csv')}>CSV</Menu.Item>
          <Menu.Item onClick={() => save.mutate('xlsx')}>Excel (XLSX)</Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </Button.Group>
  )
}
