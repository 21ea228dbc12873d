CREATE TABLE `user_accounts` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`provider_id` text NOT NULL,
	`account_id` text NOT NULL,
	`password` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);

CREATE UNIQUE INDEX `user_accounts_account` ON `user_accounts` (`provider_id`,`account_id`);

CREATE INDEX `user_accounts_user` ON `user_accounts` (`user_id`);

CREATE TABLE `user_sessions` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`token_hash` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`last_used_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`ip_address` text,
	`user_agent` text,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);

CREATE UNIQUE INDEX `user_sessions_token` ON `user_sessions` (`token_hash`);

CREATE INDEX `user_sessions_user` ON `user_sessions` (`user_id`);

CREATE INDEX `user_sessions_expires_at` ON `user_sessions` (`expires_at`);

CREATE TABLE `user_verifications` (
	`id` text PRIMARY KEY NOT NULL,
	`identifier` text NOT NULL,
	`value` text NOT NULL,
	`expires_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);

CREATE INDEX `user_verifications_identifier` ON `user_verifications` (`identifier`);

CREATE INDEX `user_verifications_expires_at` ON `user_verifications` (`expires_at`);

CREATE TABLE `user_two_factors` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`secret` text NOT NULL,
	`backup_codes` text NOT NULL,
	`verified` integer NOT NULL,
	`failed_verification_count` integer DEFAULT 0 NOT NULL,
	`locked_until` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);

CREATE UNIQUE INDEX `user_two_factors_user` ON `user_two_factors` (`user_id`);

CREATE TABLE `sign_in_attempts` (
	`key` text PRIMARY KEY NOT NULL,
	`attempts` integer NOT NULL,
	`ends_at` integer NOT NULL
);

CREATE INDEX `sign_in_attempts_ends_at` ON `sign_in_attempts` (`ends_at`);

CREATE TABLE `sign_in_settings` (
	`id` text PRIMARY KEY NOT NULL,
	`settings` text NOT NULL,
	`sealed_secret` blob,
	`modified_at` integer NOT NULL
);

ALTER TABLE `users` ADD `name` text DEFAULT '' NOT NULL;

ALTER TABLE `users` ADD `email` text;

ALTER TABLE `users` ADD `enabled` integer DEFAULT true NOT NULL;

ALTER TABLE `users` ADD `must_change_password` integer DEFAULT true NOT NULL;

ALTER TABLE `users` ADD `two_factor_enabled` integer DEFAULT false NOT NULL;

ALTER TABLE `users` ADD `last_sign_in_at` integer;

UPDATE "users" SET "name" = "username";

INSERT INTO "user_accounts" ("id", "user_id", "provider_id", "account_id", "password", "created_at", "updated_at")
SELECT "id", "id", 'credential', "id", "password_hash", "created_at", "created_at" FROM "users";

ALTER TABLE `users` DROP COLUMN `password_hash`;
