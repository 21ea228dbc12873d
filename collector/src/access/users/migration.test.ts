import { expect, it } from 'vitest'
import { testApp } from '../../http/testing/app.ts'
import { testBrowser } from '../../http/testing/browser.ts'
import type { Kit } from '../../store/kit.ts'
import { readMigrations } from '../../store/migrations.ts'
import { openStore } from '../../store/open.ts'
import { describeOnBothEngines } from '../../store/testing/stores.ts'
import { hashPassword } from '../secrets/hash-secret.ts'

/** Tables of users before sign-in existed. */
const formerTables = (kit: Kit) => ({
  users: kit.table('users', {
    id: kit.text('id').primaryKey(),
    username: kit.text('username').notNull(),
    passwordHash: kit.text('password_hash').notNull(),
    capabilities: kit.json<string[]>('capabilities').notNull(),
    siteIds: kit.json<string[]>('site_ids').notNull(),
    createdAt: kit.time('created_at').notNull(),
  }),
})

describeOnBothEngines('the administrator of an existing installation', ({ engine, newDatabase }) => {
  it('signs in with the password of its first start', async () => {
    const migrations = await readMigrations(engine)
    const at = migrations.findIndex(({ name }) => name.endsWith('_users_sign_in.sql'))
    const store = await openStore(await newDatabase())
    await store.migrate(migrations.slice(0, at))
    const former = { id: 'a', username: 'admin', capabilities: ['Administrator'], siteIds: ['site'] }
    const passwordHash = await hashPassword('abcd-efgh-ijkm-npqr-stuv')
    await store.write((tx) =>
      tx.insert(tx.tables(formerTables).users).values({ ...former, passwordHash, createdAt: '2026-11-01T08:00:00Z' }),
    )
    await store.migrate(migrations)

    const browser = testBrowser(await testApp(store))
    expect((await browser.signIn('admin', 'abcd-efgh-ijkm-npqr-stuv')).status).toBe(200)
    const me = await (await browser.send('GET', '/api/v1/me')).json()
    expect(me).toMatchObject({ id: 'a', name: 'admin', capabilities: ['Administrator'], mustChangePassword: true })
    await store.close()
  })
})
