import type { Kit } from '../kit.ts'

/** For tests: a table of every column kind, and two that refer to one another. */
export const sampleTables = (kit: Kit) => {
  const shelves = kit.table('shelves', { id: kit.text('id').primaryKey(), room: kit.text('room') })
  return {
    shelves,
    books: kit.table(
      'books',
      {
        id: kit.text('id').primaryKey(),
        shelfId: kit.text('shelf_id').references(() => shelves.id, { onDelete: 'cascade' }),
        title: kit.text('title').notNull(),
        pages: kit.integer('pages').notNull().default(0),
      },
      (t) => [kit.uniqueIndex('books_title').on(t.title), kit.index('books_shelf').on(t.shelfId)],
    ),
    values: kit.table('sample_values', {
      number: kit.sequence('number'),
      text: kit.text('text'),
      integer: kit.integer('integer'),
      real: kit.real('real'),
      boolean: kit.boolean('boolean'),
      time: kit.time('time'),
      json: kit.json<unknown>('json'),
      bytes: kit.bytes('bytes'),
      uuid: kit.uuid('uuid'),
      digest: kit.digest('digest'),
    }),
    pairs: kit.table(
      'pairs',
      {
        left: kit.text('left_id').notNull(),
        right: kit.text('right_id').notNull(),
        weight: kit.integer('weight').notNull(),
      },
      (t) => [kit.primaryKey({ columns: [t.left, t.right] })],
    ),
  }
}
