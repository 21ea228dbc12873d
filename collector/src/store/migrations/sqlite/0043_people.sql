CREATE TABLE `app_registration_secrets` (
	`id` text PRIMARY KEY NOT NULL,
	`registration_id` text NOT NULL,
	`secret_hash` text NOT NULL,
	`created_at` integer NOT NULL,
	`ends_at` integer,
	`last_used_at` integer,
	FOREIGN KEY (`registration_id`) REFERENCES `app_registrations`(`id`) ON UPDATE no action ON DELETE cascade
);

CREATE INDEX `app_registration_secrets_registration` ON `app_registration_secrets` (`registration_id`);

CREATE INDEX `app_registration_secrets_ends_at` ON `app_registration_secrets` (`ends_at`);

ALTER TABLE `access_tokens` ADD `secret_id` text REFERENCES app_registration_secrets(id) ON DELETE cascade;

CREATE INDEX `access_tokens_secret` ON `access_tokens` (`secret_id`);

-- Each registration has one secret so far. It gets the id of its registration, for which its tokens were issued.
INSERT INTO `app_registration_secrets` (`id`, `registration_id`, `secret_hash`, `created_at`)
SELECT `id`, `id`, `secret_hash`, `created_at` FROM `app_registrations`;

UPDATE `access_tokens` SET `secret_id` = `registration_id`;

ALTER TABLE `users` ADD `date_format` text;

ALTER TABLE `users` ADD `time_zone` text;

ALTER TABLE `app_registrations` DROP COLUMN `secret_hash`;
