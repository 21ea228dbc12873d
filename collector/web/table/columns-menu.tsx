import { Button, Checkbox, Popover, Stack } from '@mantine/core'
import { IconColumns3 } from '@tabler/icons-react'
import { nameColumns, shownColumns } from './columns.ts'
import type { Column } from './types.ts'

type Props<T> = {
  columns: readonly Column<T>[]
  named: string | undefined
  onChange: (named: string | undefined) => void
}

export function ColumnsMenu<T>({ columns, named, onChange }: Props<T>) {
  const shown = shownColumns(columns, named).map(({ id }) => id)
  const toggle = (id: string) =>
    onChange(nameColumns(columns, shown.includes(id) ? shown.filter((each) => each !== id) : [...shown, id]))
  return (
    <Popover position="bottom-end" trapFocus returnFocus>
      <Popover.Target>
        <Button variant="default" leftSection={<IconColumns3 size={15} aria-hidden />}>
          Columns
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <Stack gap={8} role="group" aria-label="Columns">
          {columns
            .filter(({ fixed }) => !fixed)
            .map(({ id, header }) => (
              <Checkbox key={id} size="xs" label={header} checked={shown.includes(id)} onChange={() => toggle(id)} />
            ))}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}
