import { useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import { softwareListOptions } from '../../api/software.ts'

const strict = ['Required', 'Forbidden'] as const
const shownMax = 1000

/** Loads the name groups with Required or Forbidden products, when the menu opens. */
export function useRules() {
  const [isWanted, setIsWanted] = useState(false)
  const rules = useQueries({
    queries: strict.map((softwareGroup) => ({
      ...softwareListOptions({ softwareGroup, groupBy: 'name', limit: shownMax }),
      enabled: isWanted,
    })),
    combine: (results) => results.flatMap(({ data }) => data?.items ?? []),
  })
  return { rules, load: () => setIsWanted(true) }
}
