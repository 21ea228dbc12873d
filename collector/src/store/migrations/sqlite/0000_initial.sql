CREATE TABLE `sites` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`created_at` integer NOT NULL
);

CREATE TABLE `secrets` (
	`name` text PRIMARY KEY NOT NULL,
	`sealed` blob NOT NULL,
	`created_at` integer NOT NULL
);

CREATE TABLE `app_registrations` (
	`id` text PRIMARY KEY NOT NULL,
	`client_id` text NOT NULL,
	`secret_hash` text NOT NULL,
	`name` text NOT NULL,
	`enabled` integer NOT NULL,
	`expires_at` integer,
	`capabilities` text NOT NULL,
	`created_at` integer NOT NULL,
	`created_by` text NOT NULL
);

CREATE UNIQUE INDEX `app_registrations_client_id` ON `app_registrations` (`client_id`);

CREATE TABLE `app_registration_sites` (
	`registration_id` text NOT NULL,
	`site_id` text NOT NULL,
	`position` integer NOT NULL,
	PRIMARY KEY(`registration_id`, `site_id`),
	FOREIGN KEY (`registration_id`) REFERENCES `app_registrations`(`id`) ON UPDATE no action ON DELETE cascade
);

CREATE TABLE `access_tokens` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`registration_id` text NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`registration_id`) REFERENCES `app_registrations`(`id`) ON UPDATE no action ON DELETE cascade
);

CREATE INDEX `access_tokens_registration` ON `access_tokens` (`registration_id`);

CREATE INDEX `access_tokens_expires_at` ON `access_tokens` (`expires_at`);

CREATE TABLE `users` (
	`id` text PRIMARY KEY NOT NULL,
	`username` text NOT NULL,
	`password_hash` text NOT NULL,
	`capabilities` text NOT NULL,
	`site_ids` text NOT NULL,
	`created_at` integer NOT NULL
);

CREATE UNIQUE INDEX `users_username` ON `users` (`username`);

CREATE TABLE `join_tokens` (
	`secret_hash` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`site_id` text NOT NULL,
	`uses_left` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`tag` text,
	`created_at` integer NOT NULL,
	`created_by` text NOT NULL
);

CREATE TABLE `audit_services` (
	`id` text PRIMARY KEY NOT NULL,
	`site_id` text NOT NULL,
	`name` text NOT NULL,
	`hostname` text NOT NULL,
	`version` text NOT NULL,
	`user_public_key` text NOT NULL,
	`curve_public_key` text NOT NULL,
	`capabilities` text NOT NULL,
	`last_seen` integer,
	`created_at` integer NOT NULL
);

CREATE INDEX `audit_services_site` ON `audit_services` (`site_id`,`name`);

CREATE TABLE `agents` (
	`id` text PRIMARY KEY NOT NULL,
	`site_id` text NOT NULL,
	`hostname` text NOT NULL,
	`version` text NOT NULL,
	`machine_id` text,
	`token_hash` text NOT NULL,
	`auto_tag` text,
	`device_id` text,
	`last_seen` integer,
	`created_at` integer NOT NULL
);

CREATE UNIQUE INDEX `agents_token` ON `agents` (`token_hash`);

CREATE INDEX `agents_site` ON `agents` (`site_id`,`hostname`);

CREATE TABLE `credentials` (
	`id` text PRIMARY KEY NOT NULL,
	`site_id` text NOT NULL,
	`name` text NOT NULL,
	`kind` text NOT NULL,
	`sealed` blob NOT NULL,
	`created_at` integer NOT NULL
);

CREATE INDEX `credentials_site` ON `credentials` (`site_id`,`name`);

CREATE TABLE `segments` (
	`id` text PRIMARY KEY NOT NULL,
	`site_id` text NOT NULL,
	`name` text NOT NULL,
	`name_key` text NOT NULL,
	`type` text NOT NULL,
	`audit_service_id` text,
	`auto_tag_id` text,
	`addresses` text NOT NULL,
	`credential_ids` text NOT NULL,
	`scan_schedule_id` text,
	`audit_schedule_id` text,
	`scan_options` text NOT NULL,
	`directory` text,
	`cloud` text,
	`last_scan` integer,
	`created_at` integer NOT NULL
);

CREATE UNIQUE INDEX `segments_name` ON `segments` (`site_id`,`name_key`);

CREATE INDEX `segments_audit_service` ON `segments` (`audit_service_id`);

CREATE TABLE `tasks` (
	`id` text PRIMARY KEY NOT NULL,
	`site_id` text NOT NULL,
	`kind` text NOT NULL,
	`status` text NOT NULL,
	`segment_id` text,
	`device_id` text,
	`audit_service_id` text,
	`requested_by` text NOT NULL,
	`created_at` integer NOT NULL,
	`started_at` integer,
	`finished_at` integer,
	`expires_at` integer NOT NULL,
	`attempt` integer NOT NULL,
	`input` text NOT NULL,
	`active_key` text,
	`addresses_total` integer NOT NULL,
	`addresses_done` integer NOT NULL,
	`hosts_found` integer NOT NULL,
	`audited` integer NOT NULL,
	`failed` integer NOT NULL,
	`stream_sequence` integer,
	`dispatched_at` integer,
	`heartbeats_missed` integer NOT NULL,
	`error` text
);

CREATE UNIQUE INDEX `tasks_active` ON `tasks` (`active_key`);

CREATE INDEX `tasks_site` ON `tasks` (`site_id`,`created_at`);

CREATE INDEX `tasks_status` ON `tasks` (`status`);

CREATE TABLE `task_hosts` (
	`task_id` text NOT NULL,
	`address` text NOT NULL,
	`device_id` text,
	`outcome` text NOT NULL,
	PRIMARY KEY(`task_id`, `address`),
	FOREIGN KEY (`task_id`) REFERENCES `tasks`(`id`) ON UPDATE no action ON DELETE cascade
);

CREATE TABLE `outbox` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`subject_id` text NOT NULL,
	`created_at` integer NOT NULL,
	`next_attempt_at` integer NOT NULL,
	`attempts` integer NOT NULL,
	`last_error` text
);

CREATE INDEX `outbox_due` ON `outbox` (`kind`,`next_attempt_at`);

CREATE TABLE `devices` (
	`id` text PRIMARY KEY NOT NULL,
	`site_id` text NOT NULL,
	`name` text NOT NULL,
	`name_key` text NOT NULL,
	`dns_name` text,
	`mac_address` text,
	`ip_address` text,
	`ip_key` text,
	`serial_number` text,
	`asset_tag` text,
	`type` text NOT NULL,
	`manufacturer` text,
	`model` text,
	`search_text` text NOT NULL,
	`first_seen` integer NOT NULL,
	`last_seen` integer NOT NULL,
	`modified_at` integer NOT NULL,
	`audit_id` text,
	`audit_date` integer,
	`audit_source` text,
	`audit_schedule_id` text,
	`custom_fields` text NOT NULL,
	`last_segment_id` text
);

CREATE INDEX `devices_name` ON `devices` (`site_id`,`name_key`,`id`);

CREATE INDEX `devices_last_seen` ON `devices` (`site_id`,`last_seen`,`id`);

CREATE INDEX `devices_ip` ON `devices` (`site_id`,`ip_key`,`id`);

CREATE INDEX `devices_type` ON `devices` (`site_id`,`type`,`id`);

CREATE INDEX `devices_modified` ON `devices` (`site_id`,`modified_at`);

CREATE INDEX `devices_segment` ON `devices` (`last_segment_id`);

CREATE TABLE `device_identifiers` (
	`device_id` text NOT NULL,
	`site_id` text NOT NULL,
	`kind` text NOT NULL,
	`value` text NOT NULL,
	`first_seen` integer NOT NULL,
	`last_seen` integer NOT NULL,
	`origin` text NOT NULL,
	PRIMARY KEY(`device_id`, `kind`, `value`),
	FOREIGN KEY (`device_id`) REFERENCES `devices`(`id`) ON UPDATE no action ON DELETE cascade
);

CREATE INDEX `device_identifiers_value` ON `device_identifiers` (`site_id`,`kind`,`value`);

CREATE TABLE `device_states` (
	`device_id` text NOT NULL,
	`source` text NOT NULL,
	`depth` text NOT NULL,
	`snapshot_id` text NOT NULL,
	`observation_id` text NOT NULL,
	`audit_date` integer NOT NULL,
	`hardware_hash` text,
	`software_hash` text,
	`network_hash` text,
	PRIMARY KEY(`device_id`, `source`, `depth`),
	FOREIGN KEY (`device_id`) REFERENCES `devices`(`id`) ON UPDATE no action ON DELETE cascade
);

CREATE TABLE `device_interfaces` (
	`device_id` text NOT NULL,
	`position` integer NOT NULL,
	`name` text NOT NULL,
	`mac_address` text,
	`oper_status` text,
	`speed_bps` integer,
	`addresses` text NOT NULL,
	PRIMARY KEY(`device_id`, `position`),
	FOREIGN KEY (`device_id`) REFERENCES `devices`(`id`) ON UPDATE no action ON DELETE cascade
);

CREATE INDEX `device_interfaces_mac` ON `device_interfaces` (`mac_address`);

CREATE TABLE `tags` (
	`id` text PRIMARY KEY NOT NULL,
	`site_id` text NOT NULL,
	`name` text NOT NULL,
	`name_key` text NOT NULL,
	`colour` text
);

CREATE UNIQUE INDEX `tags_name` ON `tags` (`site_id`,`name_key`);

CREATE TABLE `device_tags` (
	`device_id` text NOT NULL,
	`tag_id` text NOT NULL,
	PRIMARY KEY(`device_id`, `tag_id`),
	FOREIGN KEY (`device_id`) REFERENCES `devices`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`tag_id`) REFERENCES `tags`(`id`) ON UPDATE no action ON DELETE cascade
);

CREATE INDEX `device_tags_tag` ON `device_tags` (`tag_id`);

CREATE TABLE `sections` (
	`hash` text PRIMARY KEY NOT NULL,
	`content` blob NOT NULL,
	`size` integer NOT NULL
);

CREATE TABLE `snapshots` (
	`id` text PRIMARY KEY NOT NULL,
	`site_id` text NOT NULL,
	`device_id` text NOT NULL,
	`observation_id` text NOT NULL,
	`audit_date` integer NOT NULL,
	`received_at` integer NOT NULL,
	`source` text NOT NULL,
	`depth` text NOT NULL,
	`schedule_id` text,
	`audit_service_id` text,
	`agent_id` text,
	`task_id` text,
	`hardware_hash` text,
	`software_hash` text,
	`network_hash` text,
	`custom_fields_hash` text,
	`identity` text NOT NULL,
	`report` text NOT NULL,
	`match` text NOT NULL,
	FOREIGN KEY (`hardware_hash`) REFERENCES `sections`(`hash`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`software_hash`) REFERENCES `sections`(`hash`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`network_hash`) REFERENCES `sections`(`hash`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`custom_fields_hash`) REFERENCES `sections`(`hash`) ON UPDATE no action ON DELETE no action
);

CREATE UNIQUE INDEX `snapshots_observation` ON `snapshots` (`site_id`,`observation_id`);

CREATE INDEX `snapshots_device` ON `snapshots` (`device_id`,`audit_date`,`id`);

CREATE TABLE `raw_payloads` (
	`snapshot_id` text PRIMARY KEY NOT NULL,
	`content` blob NOT NULL,
	`size` integer NOT NULL,
	FOREIGN KEY (`snapshot_id`) REFERENCES `snapshots`(`id`) ON UPDATE no action ON DELETE cascade
);

CREATE TABLE `software_products` (
	`id` text PRIMARY KEY NOT NULL,
	`site_id` text NOT NULL,
	`key_hash` text NOT NULL,
	`name` text NOT NULL,
	`version` text NOT NULL,
	`publisher` text NOT NULL,
	`software_group` text NOT NULL,
	`first_seen` integer NOT NULL
);

CREATE UNIQUE INDEX `software_products_key` ON `software_products` (`site_id`,`key_hash`);

CREATE TABLE `installations` (
	`device_id` text NOT NULL,
	`product_id` text NOT NULL,
	`install_date` integer,
	`first_seen` integer NOT NULL,
	PRIMARY KEY(`device_id`, `product_id`),
	FOREIGN KEY (`product_id`) REFERENCES `software_products`(`id`) ON UPDATE no action ON DELETE no action
);

CREATE INDEX `installations_product` ON `installations` (`product_id`);

CREATE TABLE `changes` (
	`id` text PRIMARY KEY NOT NULL,
	`site_id` text NOT NULL,
	`timestamp` integer NOT NULL,
	`verb` text NOT NULL,
	`entity` text NOT NULL,
	`entity_id` text NOT NULL,
	`device_id` text,
	`field` text,
	`from_value` text,
	`to_value` text,
	`actor` text NOT NULL
);

CREATE INDEX `changes_site` ON `changes` (`site_id`,`timestamp`,`id`);

CREATE INDEX `changes_device` ON `changes` (`device_id`,`timestamp`);
