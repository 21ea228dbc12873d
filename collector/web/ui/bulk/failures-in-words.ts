/** An item whose action failed. */
export type Failed<T> = { item: T; error: unknown }

const namesMax = 6

/** Describes failures: the affected names, grouped by reason. */
export function failuresInWords(failed: readonly Failed<{ name: string }>[]): string {
  const reasonOf = ({ error }: Failed<unknown>) => (error instanceof Error ? error.message : String(error))
  return [...Map.groupBy(failed, reasonOf)]
    .map(([reason, those]) => `Failed for ${namesOf(those.map(({ item }) => item.name))}: ${reason}`)
    .join(' ')
}

function namesOf(names: readonly string[]): string {
  const more = names.length - namesMax
  return more > 0 ? `${names.slice(0, namesMax).join(', ')} and ${more} more` : names.join(', ')
}
