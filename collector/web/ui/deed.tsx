import type { Change } from '@rollcall/shared/api/change.ts'
import { IconArrowRight, IconMinus, IconPlus } from '@tabler/icons-react'
import classes from './deed.module.css'

const deeds = {
  Added: { word: 'Added', icon: IconPlus },
  Modified: { word: 'Changed', icon: IconArrowRight },
  Deleted: { word: 'Removed', icon: IconMinus },
} as const satisfies Record<Change['verb'], unknown>

export const deedWords: Record<Change['verb'], string> = {
  Added: deeds.Added.word,
  Modified: deeds.Modified.word,
  Deleted: deeds.Deleted.word,
}

/** Shows whether something was added, changed or removed, by colour, icon and word. */
export function Deed({ verb, isShort = false }: { verb: Change['verb']; isShort?: boolean }) {
  const { word, icon: Icon } = deeds[verb]
  return (
    <span className={classes['deed']} data-verb={verb}>
      {isShort ? (
        <Icon size={14} role="img" aria-label={word} />
      ) : (
        <>
          <Icon size={14} aria-hidden />
          {word}
        </>
      )}
    </span>
  )
}
