CREATE TABLE `sites` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`name_key` text NOT NULL,
	`created_at` integer NOT NULL
);

CREATE UNIQUE INDEX `sites_name` ON `sites` (`name_key`);

CREATE TABLE `site_settings` (
	`site_id` text PRIMARY KEY NOT NULL,
	`settings` text NOT NULL,
	`sealed_secrets` blob,
	`modified_at` integer NOT NULL,
	FOREIGN KEY (`site_id`) REFERENCES `sites`(`id`) ON UPDATE no action ON DELETE cascade
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
	`expiry_told_days` integer,
	`capabilities` text NOT NULL,
	`created_at` integer NOT NULL,
	`created_by` text NOT NULL
);

CREATE UNIQUE INDEX `app_registrations_client_id` ON `app_registrations` (`client_id`);

CREATE INDEX `app_registrations_expires_at` ON `app_registrations` (`expires_at`);

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
	`id` text PRIMARY KEY NOT NULL,
	`secret_hash` text NOT NULL,
	`kind` text NOT NULL,
	`site_id` text NOT NULL,
	`uses_left` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`tag` text,
	`audit_service_id` text,
	`created_at` integer NOT NULL,
	`created_by` text NOT NULL
);

CREATE UNIQUE INDEX `join_tokens_secret` ON `join_tokens` (`secret_hash`);

CREATE INDEX `join_tokens_site` ON `join_tokens` (`site_id`,`created_at`);

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
	`told_status` text,
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
	`created_at` integer NOT NULL,
	`modified_at` integer
);

CREATE INDEX `credentials_site` ON `credentials` (`site_id`,`name`);

CREATE TABLE `schedules` (
	`id` text PRIMARY KEY NOT NULL,
	`site_id` text NOT NULL,
	`name` text NOT NULL,
	`name_key` text NOT NULL,
	`kind` text NOT NULL,
	`cron` text NOT NULL,
	`time_zone` text NOT NULL,
	`enabled` integer NOT NULL,
	`next_run` integer,
	`created_at` integer NOT NULL
);

CREATE UNIQUE INDEX `schedules_name` ON `schedules` (`site_id`,`name_key`);

CREATE INDEX `schedules_next_run` ON `schedules` (`next_run`);

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
	`schedule_id` text,
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

CREATE INDEX `tasks_site` ON `tasks` (`site_id`,`created_at`,`id`);

CREATE INDEX `tasks_site_status` ON `tasks` (`site_id`,`status`,`created_at`);

CREATE INDEX `tasks_segment` ON `tasks` (`segment_id`,`created_at`);

CREATE INDEX `tasks_device` ON `tasks` (`device_id`,`created_at`);

CREATE INDEX `tasks_audit_service` ON `tasks` (`audit_service_id`,`created_at`);

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
	`lane` text,
	`created_at` integer NOT NULL,
	`next_attempt_at` integer NOT NULL,
	`attempts` integer NOT NULL,
	`last_error` text
);

CREATE INDEX `outbox_due` ON `outbox` (`kind`,`next_attempt_at`,`id`);

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
	`modified_by` text,
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

CREATE INDEX `devices_segment` ON `devices` (`last_segment_id`,`site_id`,`name_key`,`id`);

CREATE INDEX `devices_audit` ON `devices` (`site_id`,`audit_date`,`id`);

CREATE INDEX `devices_audit_schedule` ON `devices` (`audit_schedule_id`);

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

CREATE TABLE `device_merges` (
	`id` text PRIMARY KEY NOT NULL,
	`site_id` text NOT NULL,
	`device_id` text NOT NULL,
	`place` integer NOT NULL,
	`other_id` text NOT NULL,
	`other_name` text NOT NULL,
	`merged_at` integer NOT NULL,
	`merged_by` text NOT NULL,
	`undone_at` integer,
	`undone_by` text,
	`overwritten` text NOT NULL,
	`kept` text,
	FOREIGN KEY (`device_id`) REFERENCES `devices`(`id`) ON UPDATE no action ON DELETE cascade
);

CREATE INDEX `device_merges_device` ON `device_merges` (`device_id`,`place`);

CREATE INDEX `device_merges_other` ON `device_merges` (`other_id`);

CREATE TABLE `merged_records` (
	`merge_id` text NOT NULL,
	`kind` text NOT NULL,
	`record_id` text NOT NULL,
	PRIMARY KEY(`merge_id`, `kind`, `record_id`),
	FOREIGN KEY (`merge_id`) REFERENCES `device_merges`(`id`) ON UPDATE no action ON DELETE cascade
);

CREATE TABLE `devices_kept_apart` (
	`first_id` text NOT NULL,
	`second_id` text NOT NULL,
	PRIMARY KEY(`first_id`, `second_id`),
	FOREIGN KEY (`first_id`) REFERENCES `devices`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`second_id`) REFERENCES `devices`(`id`) ON UPDATE no action ON DELETE cascade
);

CREATE INDEX `devices_kept_apart_second` ON `devices_kept_apart` (`second_id`);

CREATE TABLE `device_duplicates` (
	`first_id` text NOT NULL,
	`second_id` text NOT NULL,
	`site_id` text NOT NULL,
	`confidence` real NOT NULL,
	`evidence` text NOT NULL,
	`against` text NOT NULL,
	`review` text,
	PRIMARY KEY(`first_id`, `second_id`),
	FOREIGN KEY (`first_id`) REFERENCES `devices`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`second_id`) REFERENCES `devices`(`id`) ON UPDATE no action ON DELETE cascade
);

CREATE INDEX `device_duplicates_second` ON `device_duplicates` (`second_id`);

CREATE INDEX `device_duplicates_order` ON `device_duplicates` (`site_id`,`confidence`,`first_id`,`second_id`);

CREATE TABLE `ignore_entries` (
	`id` text PRIMARY KEY NOT NULL,
	`site_id` text NOT NULL,
	`kind` text NOT NULL,
	`pattern` text NOT NULL,
	`pattern_key` text NOT NULL,
	`reason` text,
	`created_at` integer NOT NULL,
	`created_by` text NOT NULL
);

CREATE UNIQUE INDEX `ignore_entries_pattern` ON `ignore_entries` (`site_id`,`kind`,`pattern_key`);

CREATE TABLE `ignore_lists` (
	`site_id` text PRIMARY KEY NOT NULL,
	`version` integer NOT NULL
);

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

CREATE INDEX `snapshots_hardware` ON `snapshots` (`hardware_hash`);

CREATE INDEX `snapshots_software` ON `snapshots` (`software_hash`);

CREATE INDEX `snapshots_network` ON `snapshots` (`network_hash`);

CREATE INDEX `snapshots_custom_fields` ON `snapshots` (`custom_fields_hash`);

CREATE TABLE `raw_payloads` (
	`snapshot_id` text PRIMARY KEY NOT NULL,
	`content` blob NOT NULL,
	`size` integer NOT NULL,
	FOREIGN KEY (`snapshot_id`) REFERENCES `snapshots`(`id`) ON UPDATE no action ON DELETE cascade
);

CREATE TABLE `offload_queue` (
	`snapshot_id` text PRIMARY KEY NOT NULL,
	`site_id` text NOT NULL,
	`queued_at` integer NOT NULL,
	`next_attempt_at` integer NOT NULL,
	`refusals` integer NOT NULL
);

CREATE INDEX `offload_queue_due` ON `offload_queue` (`site_id`,`next_attempt_at`,`snapshot_id`);

CREATE TABLE `offload_sites` (
	`site_id` text PRIMARY KEY NOT NULL,
	`sent` integer NOT NULL,
	`failed_attempts` integer NOT NULL,
	`failures` integer NOT NULL,
	`failing_since` integer,
	`retry_at` integer,
	`lease_until` integer,
	`last_success` integer,
	`last_error_code` text,
	`last_error_detail` text,
	`last_error_at` integer
);

CREATE TABLE `software_names` (
	`id` text PRIMARY KEY NOT NULL,
	`site_id` text NOT NULL,
	`key_hash` text NOT NULL,
	`name` text NOT NULL,
	`sort_name` text NOT NULL,
	`publisher` text NOT NULL,
	`own_group` text NOT NULL,
	`software_group` text NOT NULL,
	`in_scope_tag_id` text,
	`first_seen` integer NOT NULL
);

CREATE UNIQUE INDEX `software_names_key` ON `software_names` (`site_id`,`key_hash`);

CREATE INDEX `software_names_order` ON `software_names` (`site_id`,`sort_name`,`id`);

CREATE INDEX `software_names_group` ON `software_names` (`site_id`,`software_group`,`sort_name`,`id`);

CREATE TABLE `software_products` (
	`id` text PRIMARY KEY NOT NULL,
	`site_id` text NOT NULL,
	`name_id` text NOT NULL,
	`key_hash` text NOT NULL,
	`name` text NOT NULL,
	`sort_name` text NOT NULL,
	`version` text NOT NULL,
	`publisher` text NOT NULL,
	`software_group` text NOT NULL,
	`in_scope_tag_id` text,
	`first_seen` integer NOT NULL,
	FOREIGN KEY (`name_id`) REFERENCES `software_names`(`id`) ON UPDATE no action ON DELETE no action
);

CREATE UNIQUE INDEX `software_products_key` ON `software_products` (`site_id`,`key_hash`);

CREATE INDEX `software_products_order` ON `software_products` (`site_id`,`sort_name`,`version`,`id`);

CREATE INDEX `software_products_group` ON `software_products` (`site_id`,`software_group`,`sort_name`,`version`,`id`);

CREATE INDEX `software_products_name` ON `software_products` (`name_id`,`version`,`id`);

CREATE TABLE `software_counts` (
	`subject_id` text PRIMARY KEY NOT NULL,
	`installations` integer NOT NULL,
	`changed_at` integer NOT NULL
);

CREATE TABLE `installations` (
	`device_id` text NOT NULL,
	`product_id` text NOT NULL,
	`install_date` integer,
	`first_seen` integer NOT NULL,
	PRIMARY KEY(`device_id`, `product_id`),
	FOREIGN KEY (`product_id`) REFERENCES `software_products`(`id`) ON UPDATE no action ON DELETE no action
);

CREATE INDEX `installations_product` ON `installations` (`product_id`,`device_id`);

CREATE TABLE `compliance_devices` (
	`device_id` text PRIMARY KEY NOT NULL,
	`site_id` text NOT NULL,
	`has_missing` integer NOT NULL,
	`has_forbidden` integer NOT NULL,
	FOREIGN KEY (`device_id`) REFERENCES `devices`(`id`) ON UPDATE no action ON DELETE cascade
);

CREATE INDEX `compliance_devices_site` ON `compliance_devices` (`site_id`,`device_id`);

CREATE INDEX `compliance_devices_missing` ON `compliance_devices` (`site_id`,`has_missing`,`device_id`);

CREATE INDEX `compliance_devices_forbidden` ON `compliance_devices` (`site_id`,`has_forbidden`,`device_id`);

CREATE TABLE `compliance_findings` (
	`device_id` text NOT NULL,
	`product_id` text NOT NULL,
	`name_id` text NOT NULL,
	`kind` text NOT NULL,
	PRIMARY KEY(`device_id`, `product_id`),
	FOREIGN KEY (`device_id`) REFERENCES `devices`(`id`) ON UPDATE no action ON DELETE cascade
);

CREATE INDEX `compliance_findings_product` ON `compliance_findings` (`product_id`,`device_id`);

CREATE INDEX `compliance_findings_name` ON `compliance_findings` (`name_id`,`device_id`,`kind`);

CREATE TABLE `compliance_reviews` (
	`site_id` text PRIMARY KEY NOT NULL,
	`after_device_id` text NOT NULL
);

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

CREATE INDEX `changes_verb` ON `changes` (`site_id`,`verb`,`timestamp`,`id`);

CREATE INDEX `changes_entity` ON `changes` (`site_id`,`entity`,`timestamp`,`id`);

CREATE INDEX `changes_entity_verb` ON `changes` (`site_id`,`entity`,`verb`,`timestamp`,`id`);

CREATE INDEX `changes_device` ON `changes` (`device_id`,`timestamp`,`id`);

CREATE TABLE `change_blocks` (
	`site_id` text NOT NULL,
	`from_time` integer NOT NULL,
	`until_time` integer NOT NULL,
	`counts` text NOT NULL,
	PRIMARY KEY(`site_id`, `from_time`)
);

CREATE INDEX `change_blocks_until` ON `change_blocks` (`site_id`,`until_time`);

CREATE TABLE `events` (
	`id` text PRIMARY KEY NOT NULL,
	`site_id` text NOT NULL,
	`type` text NOT NULL,
	`subject_id` text NOT NULL,
	`data` text NOT NULL,
	`created_at` integer NOT NULL,
	`batch` integer
);

CREATE INDEX `events_site` ON `events` (`site_id`,`batch`,`id`);

CREATE INDEX `events_batch` ON `events` (`batch`,`id`);

CREATE INDEX `events_created` ON `events` (`created_at`);

CREATE TABLE `event_batches` (
	`id` text PRIMARY KEY NOT NULL,
	`last` integer NOT NULL
);

CREATE TABLE `event_listeners` (
	`site_id` text PRIMARY KEY NOT NULL,
	`until` integer NOT NULL
);

CREATE TABLE `notifications` (
	`id` text PRIMARY KEY NOT NULL,
	`site_id` text NOT NULL,
	`template` text NOT NULL,
	`key` text NOT NULL,
	`subject` text NOT NULL,
	`text` text,
	`created_at` integer NOT NULL
);

CREATE UNIQUE INDEX `notifications_key` ON `notifications` (`site_id`,`key`);

CREATE INDEX `notifications_site` ON `notifications` (`site_id`,`created_at`,`id`);

CREATE INDEX `notifications_created` ON `notifications` (`created_at`);

CREATE TABLE `deliveries` (
	`id` text PRIMARY KEY NOT NULL,
	`notification_id` text NOT NULL,
	`channel` text NOT NULL,
	`target` text NOT NULL,
	`webhook_id` text,
	`status` text NOT NULL,
	`attempts` integer NOT NULL,
	`last_error` text,
	`sent_at` integer,
	FOREIGN KEY (`notification_id`) REFERENCES `notifications`(`id`) ON UPDATE no action ON DELETE cascade
);

CREATE INDEX `deliveries_notification` ON `deliveries` (`notification_id`,`status`);

CREATE UNIQUE INDEX `deliveries_webhook` ON `deliveries` (`webhook_id`,`notification_id`);

CREATE TABLE `quota_counts` (
	`site_id` text PRIMARY KEY NOT NULL,
	`counted_since` integer NOT NULL,
	`last_counted_at` integer NOT NULL,
	`transactions` integer NOT NULL
);

CREATE TABLE `quota_callers` (
	`site_id` text NOT NULL,
	`registration_id` text NOT NULL,
	`counted_since` integer NOT NULL,
	`transactions` integer NOT NULL,
	PRIMARY KEY(`site_id`, `registration_id`)
);

DROP TRIGGER IF EXISTS `devices_tally_insert`;
DROP TRIGGER IF EXISTS `devices_tally_update`;
DROP TRIGGER IF EXISTS `devices_tally_delete`;
DROP TABLE IF EXISTS `devices_tally`;
CREATE TABLE `devices_tally` (`site_id` text NOT NULL, `type` text NOT NULL, n integer NOT NULL, PRIMARY KEY (`site_id`, `type`)) WITHOUT ROWID;
INSERT INTO `devices_tally` SELECT `site_id`, `type`, count(*) FROM `devices` GROUP BY `site_id`, `type`;
CREATE TRIGGER `devices_tally_insert` AFTER INSERT ON `devices` BEGIN INSERT INTO `devices_tally` SELECT new.`site_id`, new.`type`, 0 WHERE NOT EXISTS (SELECT 1 FROM `devices_tally` WHERE `site_id` = new.`site_id` AND `type` = new.`type`); UPDATE `devices_tally` SET n = n + 1 WHERE `site_id` = new.`site_id` AND `type` = new.`type`; END;
CREATE TRIGGER `devices_tally_update` AFTER UPDATE OF `site_id`, `type` ON `devices` WHEN old.`site_id` <> new.`site_id` OR old.`type` <> new.`type` BEGIN UPDATE `devices_tally` SET n = n - 1 WHERE `site_id` = old.`site_id` AND `type` = old.`type`; INSERT INTO `devices_tally` SELECT new.`site_id`, new.`type`, 0 WHERE NOT EXISTS (SELECT 1 FROM `devices_tally` WHERE `site_id` = new.`site_id` AND `type` = new.`type`); UPDATE `devices_tally` SET n = n + 1 WHERE `site_id` = new.`site_id` AND `type` = new.`type`; END;
CREATE TRIGGER `devices_tally_delete` AFTER DELETE ON `devices` BEGIN UPDATE `devices_tally` SET n = n - 1 WHERE `site_id` = old.`site_id` AND `type` = old.`type`; END;

DROP TRIGGER IF EXISTS `devices_revision_insert`;
DROP TRIGGER IF EXISTS `devices_revision_update`;
DROP TRIGGER IF EXISTS `devices_revision_delete`;
CREATE TABLE IF NOT EXISTS `devices_revision` (n integer NOT NULL);
INSERT INTO `devices_revision` SELECT 0 WHERE NOT EXISTS (SELECT 1 FROM `devices_revision`);
CREATE TRIGGER `devices_revision_insert` AFTER INSERT ON `devices` BEGIN UPDATE `devices_revision` SET n = n + 1; END;
CREATE TRIGGER `devices_revision_update` AFTER UPDATE OF `site_id`, `search_text` ON `devices` WHEN old.`site_id` IS NOT new.`site_id` OR old.`search_text` IS NOT new.`search_text` BEGIN UPDATE `devices_revision` SET n = n + 1; END;
CREATE TRIGGER `devices_revision_delete` AFTER DELETE ON `devices` BEGIN UPDATE `devices_revision` SET n = n + 1; END;

DROP TRIGGER IF EXISTS `devices_search_insert`;
DROP TRIGGER IF EXISTS `devices_search_update`;
DROP TRIGGER IF EXISTS `devices_search_delete`;
DROP INDEX IF EXISTS `devices_search_by_name`;
DROP INDEX IF EXISTS `devices_search_by_last_seen`;
DROP INDEX IF EXISTS `devices_search_by_ip`;
DROP INDEX IF EXISTS `devices_search_by_type`;
DROP INDEX IF EXISTS `devices_search_by_audit`;
DROP TABLE IF EXISTS `devices_search`;
DROP TABLE IF EXISTS `devices_search_keys`;
CREATE TABLE `devices_search_keys` (number integer PRIMARY KEY AUTOINCREMENT, row_key text NOT NULL UNIQUE);
CREATE VIRTUAL TABLE `devices_search` USING fts5 (content, content='', contentless_delete=1, tokenize='trigram case_sensitive 1');
INSERT INTO `devices_search_keys` (row_key) SELECT `id` FROM `devices`;
INSERT INTO `devices_search` (rowid, content) SELECT number, `search_text` FROM `devices_search_keys` JOIN `devices` ON row_key = `id`;
CREATE TRIGGER `devices_search_insert` AFTER INSERT ON `devices` BEGIN INSERT INTO `devices_search_keys` (row_key) VALUES (new.`id`); INSERT INTO `devices_search` (rowid, content) VALUES ((SELECT number FROM `devices_search_keys` WHERE row_key = new.`id`), new.`search_text`); END;
CREATE TRIGGER `devices_search_update` AFTER UPDATE OF `search_text` ON `devices` WHEN old.`search_text` IS NOT new.`search_text` BEGIN UPDATE `devices_search` SET content = new.`search_text` WHERE rowid = (SELECT number FROM `devices_search_keys` WHERE row_key = new.`id`); END;
CREATE TRIGGER `devices_search_delete` AFTER DELETE ON `devices` BEGIN DELETE FROM `devices_search` WHERE rowid = (SELECT number FROM `devices_search_keys` WHERE row_key = old.`id`); DELETE FROM `devices_search_keys` WHERE row_key = old.`id`; END;
CREATE INDEX `devices_search_by_name` ON `devices` (`site_id`,`name_key`,`id`,`type`,`last_segment_id`,`modified_at`,`last_seen`,`audit_date`,`search_text`);
CREATE INDEX `devices_search_by_last_seen` ON `devices` (`site_id`,`last_seen`,`id`,`type`,`last_segment_id`,`modified_at`,`audit_date`,`name_key`,`search_text`);
CREATE INDEX `devices_search_by_ip` ON `devices` (`site_id`,`ip_key`,`id`,`type`,`last_segment_id`,`modified_at`,`last_seen`,`audit_date`,`name_key`,`search_text`);
CREATE INDEX `devices_search_by_type` ON `devices` (`site_id`,`type`,`id`,`last_segment_id`,`modified_at`,`last_seen`,`audit_date`,`name_key`,`search_text`);
CREATE INDEX `devices_search_by_audit` ON `devices` (`site_id`,`audit_date`,`id`,`type`,`last_segment_id`,`modified_at`,`last_seen`,`name_key`,`search_text`);
