import type { Rule } from '@rollcall/shared/api/rule.ts'
import { Link } from '@tanstack/react-router'
import { rules } from '../../../api/findings.ts'
import { RemoveItem } from '../../../forms/remove-button.tsx'
import { rowActions } from '../../../table/row-actions.tsx'
import type { Column } from '../../../table/types.ts'
import { count } from '../../../ui/amounts.ts'
import { RuleIcon } from '../../../ui/finding-icon.tsx'
import { StateWord } from '../../../ui/state-word.tsx'
import { shownOfAll } from '../../findings/omitted.tsx'
import classes from './rules.module.css'

export const triggerNames: Record<Rule['trigger'], string> = {
  query: 'Devices match a query',
  'device-added': 'A device is new',
  'device-moved': 'A device is at another port',
  'software-added': 'A device has new software',
  'port-down': 'A port lost its link',
}

/** Columns of the list of rules. Without `onEdit` the list is read only. */
export const ruleColumns = (onEdit: ((rule: Rule) => void) | undefined): Column<Rule>[] => [
  {
    id: 'name',
    header: 'Name',
    width: 260,
    fixed: true,
    render: ({ name, origin, severity }) => (
      <span className={classes['name']} title={name}>
        <RuleIcon origin={origin} severity={severity} />
        {name}
      </span>
    ),
  },
  {
    id: 'when',
    header: 'When',
    render: ({ trigger, query, problem }) =>
      problem === null ? (
        <span title={query ?? ''}>
          {trigger !== 'query' && triggerNames[trigger]}
          {trigger !== 'query' && query !== null && ': '}
          <span className="mono">{query}</span>
        </span>
      ) : (
        <span className={classes['problem']} title={problem}>
          {problem}
        </span>
      ),
  },
  {
    id: 'notify',
    header: 'Notifies',
    width: 150,
    from: 'xl',
    render: ({ notify }) =>
      [notify.bell && 'bell', notify.mail && 'mail', notify.webhook && 'webhooks'].filter(Boolean).join(', ') ||
      'nobody',
  },
  {
    id: 'open',
    header: 'Open',
    width: 130,
    align: 'right',
    render: ({ id, enabled, open, ...counts }) =>
      enabled ? (
        <Link to="/findings" search={{ ruleId: id, state: 'open' }} className="number">
          {shownOfAll({ open, ...counts }) ?? count(open)}
        </Link>
      ) : (
        <StateWord kind="off">Disabled</StateWord>
      ),
  },
  ...rowActions({
    onEdit,
    remove: (rule: Rule) => (
      <RemoveItem asIcon of={rules} also={['findings']} item={rule}>
        Its findings are deleted with their notes. To keep the rule for later, disable it instead.
      </RemoveItem>
    ),
  }),
]
