import { Time } from '../ui/time.tsx'
import type { Column } from './types.ts'

type Timed<K extends string> = Record<K, string | null | undefined>
type Options<T> = Partial<Omit<Column<T>, 'id' | 'header' | 'render'>>

/** A column that shows the time in a field. */
export const timeColumn = <K extends string>(id: K, header: string, options: Options<Timed<K>>): Column<Timed<K>> => ({
  ...{ id, header, ...options },
  render: (item) => <Time value={item[id]} />,
})
