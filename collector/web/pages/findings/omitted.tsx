import { Text } from '@mantine/core'
import type { Rule } from '@rollcall/shared/api/rule.ts'
import { count } from '../../ui/amounts.ts'

type Counted = Pick<Rule, 'open' | 'acknowledged' | 'snoozed' | 'omitted'>

/** Number of a rule's findings among its matches, such as `10,000 of 23,411`; undefined if each match has one. */
export function shownOfAll({ open, acknowledged, snoozed, omitted }: Counted): string | undefined {
  const shown = open + acknowledged + snoozed
  return omitted === 0 ? undefined : `${count(shown)} of ${count(shown + omitted)}`
}

/** Says for which rules the list does not have all matches. */
export function Omitted({ rules }: { rules: readonly (Counted & Pick<Rule, 'id' | 'name'>)[] }) {
  return rules.flatMap((rule) => {
    const shown = shownOfAll(rule)
    return shown === undefined
      ? []
      : [
          <Text key={rule.id} size="sm" component="span" display="block" role="status">
            {rule.name}: {shown} matches have a finding. Make its query narrower to see the others.
          </Text>,
        ]
  })
}
