import { parser } from '@prometheus-io/lezer-promql'

export type Matcher = { label: string; operator: string; value: string }
export type Selector = { metric: string; matchers: Matcher[] }

type Parsed = {
  selectors: Selector[]
  /** Labels of `by`, `without` and `on`. */
  grouped: string[]
}

/** Parses a PromQL expression. Throws if it is not valid. */
export function parsePromql(expression: string): Parsed {
  const selectors: Selector[] = []
  const grouped: string[] = []
  const textOf = ({ from, to }: { from: number; to: number }) => expression.slice(from, to)
  parser.parse(expression).iterate({
    enter(node) {
      if (node.type.isError) throw new Error(`not PromQL at character ${node.from}: ${expression}`)
      if (node.name === 'LabelName' && node.node.parent?.name === 'GroupingLabels') grouped.push(textOf(node))
      if (node.name === 'VectorSelector') selectors.push({ metric: '', matchers: [] })
      const current = selectors.at(-1)
      if (node.name === 'Identifier' && node.node.parent?.name === 'VectorSelector' && current) {
        current.metric = textOf(node)
      }
      if (node.name !== 'UnquotedLabelMatcher' || !current) return
      const [label, operator, value] = [node.node.firstChild, node.node.firstChild?.nextSibling, node.node.lastChild]
      if (!label || !operator || !value) throw new Error(`not a label matcher: ${textOf(node)}`)
      current.matchers.push({
        label: textOf(label),
        operator: textOf(operator),
        value: textOf(value).slice(1, -1).replaceAll('\\\\', '\\'),
      })
    },
  })
  return { selectors, grouped }
}

export type Series = { metric: string; labels: Readonly<Record<string, string>> }

/** Parses the series of the text format. */
export function seriesOf(text: string): Series[] {
  return text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [, metric = '', labels = ''] = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? \S+$/.exec(line) ?? []
      const pairs = [...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, name = '', value = '']) => [name, value])
      return { metric, labels: Object.fromEntries(pairs) }
    })
}

/** Reports whether a selector selects a series. */
export function selects({ metric, matchers }: Selector, series: Series): boolean {
  return (
    metric === series.metric &&
    matchers.every(({ label, operator, value }) => {
      const actual = series.labels[label] ?? ''
      const isEqual = operator.endsWith('~') ? new RegExp(`^(?:${value})$`).test(actual) : actual === value
      return operator.startsWith('!') ? !isEqual : isEqual
    })
  )
}
