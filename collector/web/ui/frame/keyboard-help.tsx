import { Kbd, Switch } from '@mantine/core'
import { useEffect } from 'react'
import { isTyping } from '../is-typing.ts'
import { SidePanel } from '../side-panel.tsx'
import { useSingleKeys } from '../single-keys.ts'
import classes from './keyboard-help.module.css'

const keys: { keys: readonly string[]; what: string }[] = [
  { keys: ['/', 'Ctrl K'], what: 'Search everything, and do things from there' },
  { keys: ['j', 'k'], what: 'Next and previous row of a list' },
  { keys: ['Enter'], what: 'Open the row' },
  { keys: ['x'], what: 'Choose the row' },
  { keys: ['Shift X'], what: 'Choose all rows from the one chosen last' },
  { keys: ['Tab', 'Shift Tab'], what: 'Next and previous control' },
  { keys: ['Esc'], what: 'Close what is open' },
  { keys: ['?'], what: 'This help' },
]

type Props = { opened: boolean; onOpen: () => void; onClose: () => void }

/** What the keyboard does, opened by `?`. */
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
        {keys.map(({ keys: pressed, what }) => (
          <div key={what}>
            <dt>
              {pressed.map((key) => (
                <Kbd key={key}>{key}</Kbd>
              ))}
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
      <Switch
        size="xs"
        mt="lg"
        label="A single letter or sign does something"
        description="Without it there are Ctrl K, Tab, Enter and Esc."
        checked={singleKeys}
        onChange={(event) => setSingleKeys(event.currentTarget.checked)}
      />
    </SidePanel>
  )
}
