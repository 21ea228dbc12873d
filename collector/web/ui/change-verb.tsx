import type { Change } from '@rollcall/shared/api/change.ts'
import { IconArrowRight, IconMinus, IconPlus } from '@tabler/icons-react'
import classes from './change-verb.module.css'

const verbs = {
  Added: { word: 'Added', icon: IconPlus },
  Modified: { word: 'Changed', icon: IconArrowRight },
  Deleted: { word: 'Removed', icon: IconMinus },
} as const satisfies Record<Change['verb'], unknown>

export const verbNames: Record<Change['verb'], string> = {
  Added: verbs.Added.word,
  Modified: verbs.Modified.word,
  Deleted: verbs.Deleted.word,
}

/** Shows whether something was added, changed or removed, by colour, icon and word. */
export function ChangeVerb({ verb, isShort = false }: { verb: Change['verb']; isShort?: boolean }) {
  const { word, icon: Icon } = verbs[verb]
  return (
    <span className={classes['verb']} data-verb={verb}>
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
