import { IconSettings } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { groups } from '../rail.tsx'
import { useSettingsPages } from '../use-settings-pages.ts'
import { type EntryGroup, shownMax } from './entry.ts'
import { fits } from './typed-words.ts'

/** Finds pages by name or description. */
export function usePages(text: string): EntryGroup {
  const navigate = useNavigate()
  const settings = useSettingsPages().flatMap(({ pages }) => pages)
  const main = groups
    .flatMap(({ pages }) => pages)
    .filter(({ label }) => fits(text, label))
    .map(({ to, label, icon: Shape }) => ({
      id: to,
      label,
      icon: <Shape size={18} stroke={1.6} aria-hidden />,
      run: () => void navigate({ to }),
    }))
  const below = settings
    // Matches in the name come before matches in the description.
    .filter(({ label, about }) => text !== '' && fits(text, label, about, 'Settings'))
    .sort((a, b) => Number(fits(text, b.label)) - Number(fits(text, a.label)))
    .map(({ to, label, about }) => ({
      id: to,
      label,
      description: about,
      icon: <IconSettings size={18} stroke={1.6} aria-hidden />,
      run: () => void navigate({ to }),
    }))
  return { label: 'Pages', entries: [...main, ...below].slice(0, text === '' ? undefined : shownMax) }
}
