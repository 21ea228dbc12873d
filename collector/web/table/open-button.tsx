import { Anchor } from '@mantine/core'

/** The name of a row's item as a button that opens it beside the list. Row keys focus it. */
export function OpenButton({ id, name, onOpen }: { id: string; name: string; onOpen: (id: string) => void }) {
  return (
    <Anchor
      component="button"
      type="button"
      fz="inherit"
      className="wrap"
      data-row-link={id}
      onClick={() => onOpen(id)}
    >
      {name}
    </Anchor>
  )
}
