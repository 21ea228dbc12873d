import { type KeyboardEvent, type ReactNode, useState } from 'react'
import classes from './custom-fields.module.css'

type Props = { name: string; value: string; mayEdit: boolean; onSave: (value: string) => void; aside?: ReactNode }

/** Enter or leaving the field saves what was changed, Escape takes it back. */
export function EditableFact({ name, value, mayEdit, onSave, aside }: Props) {
  const [text, setText] = useState<string>()
  const save = () => {
    if (text !== undefined && text !== value) onSave(text)
    setText(undefined)
  }
  const onKey = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Enter') event.currentTarget.blur()
    // The field is left with what it had; leaving it then saves nothing.
    if (event.key === 'Escape') setText(undefined)
  }
  return (
    <div>
      <dt className="told">{name}</dt>
      <dd>
        {mayEdit ? (
          <input
            aria-label={name}
            className={classes['input']}
            value={text ?? value}
            placeholder="Not set"
            onChange={(event) => setText(event.currentTarget.value)}
            onKeyDown={onKey}
            onBlur={save}
          />
        ) : (
          <span className="told">{value === '' ? 'Not set' : value}</span>
        )}
        {mayEdit && aside}
      </dd>
    </div>
  )
}
