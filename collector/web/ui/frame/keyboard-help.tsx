import { Kbd, Switch } from '@mantine/core'
import { useEffect } from 'react'
import { isTyping } from '../is-typing.ts'
import { SidePanel } from '../side-panel.tsx'
import { useSingleKeys } from '../single-keys.ts'
import classes from './keyboard-help.module.css'

const keys: { keys: readonly string[]; effect: string }[] = [
  { keys: ['/', 'Ctrl K'], effect: 'Search everything and run actions' },
  { keys: ['j', 'k'], effect: 'Next and previous row' },
  { keys: ['Enter'], effect: 'Open the row' },
  { keys: ['x'], effect: 'Select the row' },
  { keys: ['Shift X'], effect: 'Select all rows since the last selected one' },
  { keys: ['Tab', 'Shift Tab'], effect: 'Next and previous control' },
  { keys: ['Esc'], effect: 'Close the dialog or menu' },
  { keys: ['?'], effect: 'This help' },
]

type Props = { opened: boolean; onOpen: () => void; onClose: () => void }

/** Keyboard help, opened by `?`. */
export function KeyboardHelp({ opened, onOpen, onClose }: Props) {
  const [singleKeys, setSingleKeys] = useSingleKeys()
  useEffect(() => {
    if (!singleKeys) return
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== '?' || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
      event.preventDefault()
      onOpen()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [onOpen, singleKeys])
  if (!opened) return null
  return (
    <SidePanel title="Keyboard" onClose={onClose}>
      <dl className={classes['keys']}>
        {keys.map(({ keys: pressed, effect }) => (
          <div key={effect}>
            <dt>
              {pressed.map((key) => (
                <Kbd key={key}>{key}</Kbd>
              ))}
            </dt>
            <dd>{effect}</dd>
          </div>
        ))}
      </dl>
      <Switch
        size="xs"
        mt="lg"
        label="Single-key shortcuts"
        description="When off, only Ctrl K, Tab, Enter and Esc work."
        checked={singleKeys}
        onChange={(event) => setSingleKeys(event.currentTarget.checked)}
      />
    </SidePanel>
  )
}
