import type { CapabilityName } from '@rollcall/shared/api/app-registration.ts'
import type { SignInSettings } from '@rollcall/shared/api/sign-in-settings.ts'
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

/** People who sign in, and what better-auth keeps of them: its adapter is `access/better-auth/adapter.ts`. */
export const userTables = (kit: Kit) => {
  const users = kit.table(
    'users',
    {
      id: kit.text('id').primaryKey(),
      /** Lower case. */
      username: kit.text('username').notNull(),
      name: kit.text('name').notNull().default(''),
      email: kit.text('email'),
      capabilities: kit.json<CapabilityName[]>('capabilities').notNull(),
      /** The first is the current one. */
      siteIds: kit.json<string[]>('site_ids').notNull(),
      enabled: kit.boolean('enabled').notNull().default(true),
      /** The password was given by somebody else: it is good for nothing but another one. */
      mustChangePassword: kit.boolean('must_change_password').notNull().default(true),
      twoFactorEnabled: kit.boolean('two_factor_enabled').notNull().default(false),
      createdAt: kit.time('created_at').notNull(),
      lastSignInAt: kit.time('last_sign_in_at'),
    },
    (t) => [kit.uniqueIndex('users_username').on(t.username)],
  )
  const userId = () =>
    kit
      .text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' })
  return {
    users,
    /** How a user proves who it is: `credential` by a password, `oidc` by an issuer. */
    userAccounts: kit.table(
      'user_accounts',
      {
        id: kit.text('id').primaryKey(),
        userId: userId(),
        providerId: kit.text('provider_id').notNull(),
        /** Of `credential` the user's id, of `oidc` the issuer and its subject. */
        accountId: kit.text('account_id').notNull(),
        /** scrypt (RFC 7914), as `salt:key` in hex. */
        password: kit.text('password'),
        createdAt: kit.time('created_at').notNull(),
        updatedAt: kit.time('updated_at').notNull(),
      },
      (t) => [
        kit.uniqueIndex('user_accounts_account').on(t.providerId, t.accountId),
        kit.index('user_accounts_user').on(t.userId),
      ],
    ),
    userSessions: kit.table(
      'user_sessions',
      {
        id: kit.text('id').primaryKey(),
        userId: userId(),
        /** SHA-256 of the cookie's token. */
        token: kit.text('token_hash').notNull(),
        createdAt: kit.time('created_at').notNull(),
        updatedAt: kit.time('updated_at').notNull(),
        /** To some minutes. */
        lastUsedAt: kit.time('last_used_at').notNull(),
        expiresAt: kit.time('expires_at').notNull(),
        ipAddress: kit.text('ip_address'),
        userAgent: kit.text('user_agent'),
      },
      (t) => [
        kit.uniqueIndex('user_sessions_token').on(t.token),
        kit.index('user_sessions_user').on(t.userId),
        kit.index('user_sessions_expires_at').on(t.expiresAt),
      ],
    ),
    /** What is between two steps of a sign-in. */
    userVerifications: kit.table(
      'user_verifications',
      {
        id: kit.text('id').primaryKey(),
        identifier: kit.text('identifier').notNull(),
        value: kit.text('value').notNull(),
        expiresAt: kit.time('expires_at').notNull(),
        createdAt: kit.time('created_at').notNull(),
        updatedAt: kit.time('updated_at').notNull(),
      },
      (t) => [
        kit.index('user_verifications_identifier').on(t.identifier),
        kit.index('user_verifications_expires_at').on(t.expiresAt),
      ],
    ),
    userTwoFactors: kit.table(
      'user_two_factors',
      {
        id: kit.text('id').primaryKey(),
        userId: userId(),
        /** Both encrypted. */
        secret: kit.text('secret').notNull(),
        backupCodes: kit.text('backup_codes').notNull(),
        verified: kit.boolean('verified').notNull(),
        failedVerificationCount: kit.integer('failed_verification_count').notNull().default(0),
        lockedUntil: kit.time('locked_until'),
      },
      (t) => [kit.uniqueIndex('user_two_factors_user').on(t.userId)],
    ),
    /** Attempts to sign in by user name and by address, until the time they are forgotten. */
    signInAttempts: kit.table(
      'sign_in_attempts',
      {
        key: kit.text('key').primaryKey(),
        attempts: kit.integer('attempts').notNull(),
        endsAt: kit.time('ends_at').notNull(),
      },
      (t) => [kit.index('sign_in_attempts_ends_at').on(t.endsAt)],
    ),
    /** One row, where an issuer was set. */
    signInSettings: kit.table('sign_in_settings', {
      id: kit.text('id').primaryKey(),
      settings: kit.json<SignInSettings>('settings').notNull(),
      /** The issuer's client secret, sealed by the vault. */
      sealedSecret: kit.bytes('sealed_secret'),
      modifiedAt: kit.time('modified_at').notNull(),
    }),
  }
}

/** What App registrations have used of their sites' quota. No references: a call is counted whatever else is there. */
export const quotaTables = (kit: Kit) => ({
  /** One row a site, of its current period. */
  quotaCounts: kit.table('quota_counts', {
    siteId: kit.text('site_id').primaryKey(),
    /** The recharge from which on these transactions were counted. */
    countedSince: kit.time('counted_since').notNull(),
    lastCountedAt: kit.time('last_counted_at').notNull(),
    transactions: kit.integer('transactions').notNull(),
  }),
  /** The same by registration; a row whose `countedSince` is not its site's is of a period gone by. */
  quotaCallers: kit.table(
    'quota_callers',
    {
      siteId: kit.text('site_id').notNull(),
      registrationId: kit.text('registration_id').notNull(),
      countedSince: kit.time('counted_since').notNull(),
      transactions: kit.integer('transactions').notNull(),
    },
    (t) => [kit.primaryKey({ columns: [t.siteId, t.registrationId] })],
  ),
})

/** Keys the collector made for itself (NATS operator and accounts, task signing), sealed by the vault. */
export const secretTables = (kit: Kit) => ({
  secrets: kit.table('secrets', {
    name: kit.text('name').primaryKey(),
    sealed: kit.bytes('sealed').notNull(),
    createdAt: kit.time('created_at').notNull(),
  }),
})
