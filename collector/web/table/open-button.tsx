import { Anchor } from '@mantine/core'

/** The name of a row's item, which opens it beside the list; found by the keys that walk the rows. */
export function OpenButton({ id, name, onOpen }: { id: string; name: string; onOpen: (id: string) => void }) {
  return (
    <Anchor
      component="button"
      type="button"
      fz="inherit"
      className="told"
      data-row-link={id}
      onClick={() => onOpen(id)}
    >
      {name}
    </Anchor>
  )
}
