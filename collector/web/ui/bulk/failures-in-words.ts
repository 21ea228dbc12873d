import { firstNames } from '../amounts.ts'

/** An item whose action failed. */
export type Failed<T> = { item: T; error: unknown }

const namesMax = 6

/** Describes failures: the affected names, grouped by reason. */
export function failuresInWords(failed: readonly Failed<{ name: string }>[]): string {
  const reasonOf = ({ error }: Failed<unknown>) => (error instanceof Error ? error.message : String(error))
  const groups = [...Map.groupBy(failed, reasonOf)].map(([reason, those]) => {
    const names = those.map(({ item }) => item.name)
    return `Failed for ${firstNames(names, namesMax)}: ${reason}`
  })
  return groups.join(' ')
}
