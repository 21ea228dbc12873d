import { Kbd, Modal, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { createSpotlight, Spotlight } from '@mantine/spotlight'
import { IconSearch } from '@tabler/icons-react'
import { useSingleKeys } from '../../single-keys.ts'
import { SearchDialog } from './search-dialog.tsx'
import classes from './search-everything.module.css'

const [store, spotlight] = createSpotlight()

/**
 * Global search: devices by any identifier, switch ports, MACs, segments, products, pages and actions. Opened by `/`,
 * Ctrl-K or a click.
 */
export function SearchEverything({ onHelp }: { onHelp: () => void }) {
  const [singleKeys] = useSingleKeys()
  return (
    <>
      <UnstyledButton className={classes['opener'] ?? ''} onClick={spotlight.open} aria-label="Search everything">
        <IconSearch size={15} aria-hidden />
        <span>Search everything</span>
        <Kbd size="xs">{singleKeys ? '/' : 'Ctrl K'}</Kbd>
      </UnstyledButton>
      <Spotlight.Root
        store={store}
        shortcut={singleKeys ? ['/', 'mod + K'] : 'mod + K'}
        scrollable
        classNames={{ actionsGroup: classes['group'] ?? '' }}
        maxHeight="60vh"
        radius="sm"
        overlayProps={{ blur: 0, backgroundOpacity: 0.4 }}
        // Without a transition the dialog is gone at once, with its text and results: one opened again is a new one.
        transitionProps={{ duration: 0 }}
      >
        <VisuallyHidden>
          <Modal.Title>Search everything</Modal.Title>
        </VisuallyHidden>
        <SearchDialog store={store} onHelp={onHelp} />
      </Spotlight.Root>
    </>
  )
}
