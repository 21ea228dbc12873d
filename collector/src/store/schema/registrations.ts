import type { CapabilityName } from '@rollcall/shared/api/app-registration.ts'
import type { Kit } from '../kit.ts'

export const authTables = (kit: Kit) => {
  const appRegistrations = kit.table(
    'app_registrations',
    {
      id: kit.text('id').primaryKey(),
      /** 20 characters, made by us. */
      clientId: kit.text('client_id').notNull(),
      /** SHA-256 of the secret: it has 256 bits of its own, so a slow hash would add nothing. */
      secretHash: kit.text('secret_hash').notNull(),
      name: kit.text('name').notNull(),
      enabled: kit.boolean('enabled').notNull(),
      expiresAt: kit.time('expires_at'),
      /** What was last told of that date: the reminder so many days before it, 0 that it has passed, null nothing yet. */
      expiryToldDays: kit.integer('expiry_told_days'),
      capabilities: kit.json<CapabilityName[]>('capabilities').notNull(),
      createdAt: kit.time('created_at').notNull(),
      createdBy: kit.text('created_by').notNull(),
    },
    (t) => [
      kit.uniqueIndex('app_registrations_client_id').on(t.clientId),
      kit.index('app_registrations_expires_at').on(t.expiresAt),
    ],
  )
  return {
    appRegistrations,
    appRegistrationSites: kit.table(
      'app_registration_sites',
      {
        registrationId: kit
          .text('registration_id')
          .notNull()
          .references(() => appRegistrations.id, { onDelete: 'cascade' }),
        siteId: kit.text('site_id').notNull(),
        /** 0 is the registration's current site. */
        position: kit.integer('position').notNull(),
      },
      (t) => [kit.primaryKey({ columns: [t.registrationId, t.siteId] })],
    ),
    accessTokens: kit.table(
      'access_tokens',
      {
        tokenHash: kit.text('token_hash').primaryKey(),
        registrationId: kit
          .text('registration_id')
          .notNull()
          .references(() => appRegistrations.id, { onDelete: 'cascade' }),
        expiresAt: kit.time('expires_at').notNull(),
      },
      (t) => [
        kit.index('access_tokens_registration').on(t.registrationId),
        kit.index('access_tokens_expires_at').on(t.expiresAt),
      ],
    ),
  }
}
