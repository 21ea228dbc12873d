type Words = Readonly<Record<string, string | { label: string }>>

/** Returns the options of a choice among the keys of some words. */
export const optionsOf = (words: Words): { value: string; label: string }[] =>
  Object.entries(words).map(([value, word]) => ({ value, label: typeof word === 'string' ? word : word.label }))

/** Returns the options of a choice among items, by their names. */
export const itemOptions = (items: readonly { id: string; name: string }[] = []): { value: string; label: string }[] =>
  items.map(({ id, name }) => ({ value: id, label: name }))
