import { Checkbox, Input, NumberInput, Select, Stack, Switch, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { CreateRule, Rule, RuleNotify } from '@rollcall/shared/api/rule.ts'
import { optional } from '@rollcall/shared/optional.ts'
import { rules } from '../../../api/findings.ts'
import type { Tagged } from '../../../api/request.ts'
import { useRefresh } from '../../../api/use-refresh.ts'
import { FormDrawer } from '../../../forms/form-drawer.tsx'
import { QueryInput } from '../../../query/query-input.tsx'
import { severityNames } from '../../../ui/finding-icon.tsx'
import { optionsOf } from '../../../ui/options.ts'
import { triggerNames } from './columns.tsx'
import { MatchCount } from './match-count.tsx'

type Values = Pick<CreateRule, 'name' | 'severity' | 'trigger' | 'enabled' | 'days'> & { query: string } & {
  bell: boolean
  mail: boolean
  webhook: boolean
}

const fresh: Values = {
  ...{ name: '', severity: 'warning', trigger: 'query', query: '', days: 7, enabled: true },
  ...{ bell: true, mail: false, webhook: true },
}

const valuesOf = ({ name, severity, trigger, query, days, enabled, notify }: Rule): Values => ({
  ...{ name, severity, trigger, query: query ?? '', days: days ?? fresh.days, enabled },
  ...notify,
})

const channels: Record<keyof RuleNotify, string> = {
  bell: 'Bell in the web interface',
  mail: 'Mail to the recipients of the site',
  webhook: 'Webhooks and event streams',
}

/** Creates or edits a rule. */
export function RuleForm({ edited, onClose }: { edited?: Tagged<Rule> | undefined; onClose: () => void }) {
  const rule = edited?.value
  const form = useForm<Values>({ initialValues: rule ? valuesOf(rule) : fresh })
  const { trigger, query } = form.values
  const refresh = useRefresh(rules.name, 'findings')
  const save = async ({ name, severity, trigger, query, days, enabled, bell, mail, webhook }: Values) => {
    const common = { name, severity, enabled, notify: { bell, mail, webhook } }
    const text = query.trim() || undefined
    const own = trigger === 'query' ? { query } : { days, query: text ?? null }
    await (edited
      ? rules.update(edited.value.id, { ...common, ...own }, edited.etag)
      : rules.create({ ...common, trigger, days, ...optional({ query: text }) }))
    await refresh()
  }
  const refusal = form.errors['query']
  return (
    <FormDrawer
      title={rule ? `Edit ${rule.name}` : 'New rule'}
      action={rule ? 'Save' : 'Create rule'}
      form={form}
      stored={rule && valuesOf(rule)}
      onSubmit={save}
      onClose={onClose}
    >
      <Stack gap="sm">
        <TextInput label="Name" data-autofocus required {...form.getInputProps('name')} />
        <Select
          label="When"
          description={rule && 'This cannot be changed.'}
          disabled={rule !== undefined}
          data={optionsOf(triggerNames)}
          {...form.getInputProps('trigger')}
        />
        <Input.Wrapper
          label={trigger === 'query' ? 'Query' : 'Only devices that match'}
          description={trigger === 'query' ? undefined : 'A query. Without one, changes of all devices count.'}
          labelProps={{ mb: 4 }}
          required={trigger === 'query'}
        >
          <QueryInput
            text={query}
            isChecked
            required={trigger === 'query'}
            refusal={typeof refusal === 'string' ? refusal : undefined}
            onChange={(next) => form.setFieldValue('query', next)}
          />
        </Input.Wrapper>
        <MatchCount text={query} />
        {trigger !== 'query' && (
          <NumberInput
            label="Days until a finding resolves"
            min={1}
            max={365}
            allowDecimal={false}
            {...form.getInputProps('days')}
          />
        )}
        <Select label="Severity" data={optionsOf(severityNames)} {...form.getInputProps('severity')} />
        <Input.Wrapper label="Notify" labelElement="div">
          <Stack gap={6} mt={4}>
            {(Object.keys(channels) as (keyof RuleNotify)[]).map((channel) => (
              <Checkbox
                key={channel}
                label={channels[channel]}
                {...form.getInputProps(channel, { type: 'checkbox' })}
              />
            ))}
          </Stack>
        </Input.Wrapper>
        <Switch
          label="Enabled"
          description="A disabled rule has no findings."
          {...form.getInputProps('enabled', { type: 'checkbox' })}
        />
      </Stack>
    </FormDrawer>
  )
}
