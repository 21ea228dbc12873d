import { Button, Group } from '@mantine/core'
import type { Device, PatchDevice } from '@rollcall/shared/api/device.ts'
import { useMutation } from '@tanstack/react-query'
import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { isConflict } from '../../../api/change-shown.ts'
import { notifyFailure } from '../../../ui/use-action.ts'
import { useChangeDevice } from '../use-change-device.ts'
import classes from './custom-fields.module.css'

type Props = {
  name: string
  device: Device
  valueIn: (device: Device) => string
  patchOf: (text: string) => PatchDevice
  mayEdit: boolean
  /** Called when an edit begins and when it ends. */
  onTyping?: (isTyping: boolean) => void
  aside?: ReactNode
}

/** The text typed, and the device as it was when the edit began. */
type Edit = { text: string; shown: Device }

/** Edits a value in place. Enter or leaving the field saves, Escape restores the value. Refused input stays. */
export function EditableFact({ name, device, valueIn, patchOf, mayEdit, onTyping, aside }: Props) {
  const [edit, setEdit] = useState<Edit>()
  const change = useChangeDevice()
  const finish = () => {
    setEdit(undefined)
    onTyping?.(false)
  }
  const saving = useMutation({
    mutationFn: ({ text, shown }: Edit) => change(shown, patchOf(text), `${name} saved`),
    onSuccess: finish,
    onError: (error) => {
      if (!isConflict(error)) notifyFailure(`${name} was not saved`, error)
    },
  })
  const value = valueIn(device)
  const isRefused = edit !== undefined && edit.text !== value && isConflict(saving.error)
  const type = (text: string) => {
    setEdit({ text, shown: edit?.shown ?? device })
    onTyping?.(true)
  }
  const leave = () => {
    if (edit === undefined || isRefused || saving.isPending) return
    if (edit.text === value) finish()
    else saving.mutate(edit)
  }
  const takeTheirs = () => {
    saving.reset()
    finish()
  }
  const onKey = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Enter') event.currentTarget.blur()
    // Restores the stored value, so that leaving the field saves nothing.
    if (event.key === 'Escape') takeTheirs()
  }
  return (
    <div>
      <dt className="wrap">{name}</dt>
      <dd>
        {mayEdit ? (
          <input
            aria-label={name}
            className={classes['input']}
            value={edit?.text ?? value}
            placeholder="Not set"
            onChange={(event) => type(event.currentTarget.value)}
            onKeyDown={onKey}
            onBlur={leave}
          />
        ) : (
          <span className="wrap">{value === '' ? 'Not set' : value}</span>
        )}
        {mayEdit && aside}
      </dd>
      {isRefused && (
        <div className={classes['refused']} role="alert">
          <span className="wrap">
            Not saved: somebody else has {value === '' ? 'cleared this value' : `changed it to “${value}”`} in the
            meantime.
          </span>
          <Group gap={6}>
            <Button
              size="compact-xs"
              variant="default"
              loading={saving.isPending}
              onClick={() => saving.mutate({ text: edit.text, shown: device })}
            >
              Keep mine
            </Button>
            <Button size="compact-xs" variant="default" onClick={takeTheirs}>
              Take theirs
            </Button>
          </Group>
        </div>
      )}
    </div>
  )
}
