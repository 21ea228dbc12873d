CREATE TABLE `device_archives` (
	`device_id` text PRIMARY KEY NOT NULL,
	`kept` text NOT NULL,
	FOREIGN KEY (`device_id`) REFERENCES `devices`(`id`) ON UPDATE no action ON DELETE cascade
);

CREATE TABLE `device_versions` (
	`device_id` text NOT NULL,
	`site_id` text NOT NULL,
	`from_time` integer NOT NULL,
	`until_time` integer NOT NULL,
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
	`last_segment_id` text,
	PRIMARY KEY(`device_id`, `from_time`)
);

CREATE INDEX `device_versions_list` ON `device_versions` (`site_id`,`until_time`,`from_time`,`name_key`,`device_id`);

CREATE TABLE `device_tag_spans` (
	`device_id` text NOT NULL,
	`tag_id` text NOT NULL,
	`from_time` integer NOT NULL,
	`until_time` integer NOT NULL,
	`site_id` text NOT NULL,
	`name` text NOT NULL,
	`name_key` text NOT NULL,
	PRIMARY KEY(`device_id`, `tag_id`, `from_time`)
);

CREATE INDEX `device_tag_spans_tag` ON `device_tag_spans` (`tag_id`,`until_time`);

CREATE INDEX `device_tag_spans_name` ON `device_tag_spans` (`site_id`,`name_key`,`until_time`);

CREATE TABLE `device_rewrites` (
	`device_id` text PRIMARY KEY NOT NULL,
	`site_id` text NOT NULL,
	`from_time` integer NOT NULL,
	FOREIGN KEY (`device_id`) REFERENCES `devices`(`id`) ON UPDATE no action ON DELETE cascade
);

CREATE INDEX `device_rewrites_site` ON `device_rewrites` (`site_id`,`device_id`);

CREATE TABLE `stale_marks` (
	`site_id` text PRIMARY KEY NOT NULL,
	`last_seen` integer NOT NULL
);

DROP INDEX `devices_name`;

DROP INDEX `devices_last_seen`;

DROP INDEX `devices_ip`;

DROP INDEX `devices_type`;

DROP INDEX `devices_modified`;

DROP INDEX `devices_segment`;

DROP INDEX `devices_audit`;

ALTER TABLE `devices` ADD `is_archived` integer DEFAULT false NOT NULL;

ALTER TABLE `devices` ADD `archived_at` integer;

CREATE INDEX `devices_name` ON `devices` (`site_id`,`is_archived`,`name_key`,`id`);

CREATE INDEX `devices_last_seen` ON `devices` (`site_id`,`is_archived`,`last_seen`,`id`);

CREATE INDEX `devices_ip` ON `devices` (`site_id`,`is_archived`,`ip_key`,`id`);

CREATE INDEX `devices_type` ON `devices` (`site_id`,`is_archived`,`type`,`id`);

CREATE INDEX `devices_modified` ON `devices` (`site_id`,`is_archived`,`modified_at`);

CREATE INDEX `devices_segment` ON `devices` (`last_segment_id`,`site_id`,`is_archived`,`name_key`,`id`);

CREATE INDEX `devices_audit` ON `devices` (`site_id`,`is_archived`,`audit_date`,`id`);

DROP TRIGGER IF EXISTS `devices_tally_insert`;
DROP TRIGGER IF EXISTS `devices_tally_update`;
DROP TRIGGER IF EXISTS `devices_tally_delete`;
DROP TABLE IF EXISTS `devices_tally`;
CREATE TABLE `devices_tally` (`site_id` text NOT NULL, `is_archived` integer NOT NULL, `type` text NOT NULL, n integer NOT NULL, PRIMARY KEY (`site_id`, `is_archived`, `type`)) WITHOUT ROWID;
INSERT INTO `devices_tally` SELECT `site_id`, `is_archived`, `type`, count(*) FROM `devices` GROUP BY `site_id`, `is_archived`, `type`;
CREATE TRIGGER `devices_tally_insert` AFTER INSERT ON `devices` BEGIN INSERT INTO `devices_tally` SELECT new.`site_id`, new.`is_archived`, new.`type`, 0 WHERE NOT EXISTS (SELECT 1 FROM `devices_tally` WHERE `site_id` = new.`site_id` AND `is_archived` = new.`is_archived` AND `type` = new.`type`); UPDATE `devices_tally` SET n = n + 1 WHERE `site_id` = new.`site_id` AND `is_archived` = new.`is_archived` AND `type` = new.`type`; END;
CREATE TRIGGER `devices_tally_update` AFTER UPDATE OF `site_id`, `is_archived`, `type` ON `devices` WHEN old.`site_id` <> new.`site_id` OR old.`is_archived` <> new.`is_archived` OR old.`type` <> new.`type` BEGIN UPDATE `devices_tally` SET n = n - 1 WHERE `site_id` = old.`site_id` AND `is_archived` = old.`is_archived` AND `type` = old.`type`; DELETE FROM `devices_tally` WHERE `site_id` = old.`site_id` AND `is_archived` = old.`is_archived` AND `type` = old.`type` AND n = 0; INSERT INTO `devices_tally` SELECT new.`site_id`, new.`is_archived`, new.`type`, 0 WHERE NOT EXISTS (SELECT 1 FROM `devices_tally` WHERE `site_id` = new.`site_id` AND `is_archived` = new.`is_archived` AND `type` = new.`type`); UPDATE `devices_tally` SET n = n + 1 WHERE `site_id` = new.`site_id` AND `is_archived` = new.`is_archived` AND `type` = new.`type`; END;
CREATE TRIGGER `devices_tally_delete` AFTER DELETE ON `devices` BEGIN UPDATE `devices_tally` SET n = n - 1 WHERE `site_id` = old.`site_id` AND `is_archived` = old.`is_archived` AND `type` = old.`type`; DELETE FROM `devices_tally` WHERE `site_id` = old.`site_id` AND `is_archived` = old.`is_archived` AND `type` = old.`type` AND n = 0; END;

DROP TRIGGER IF EXISTS `devices_revision_insert`;
DROP TRIGGER IF EXISTS `devices_revision_update`;
DROP TRIGGER IF EXISTS `devices_revision_delete`;
CREATE TABLE IF NOT EXISTS `devices_revision` (n integer NOT NULL);
INSERT INTO `devices_revision` SELECT 0 WHERE NOT EXISTS (SELECT 1 FROM `devices_revision`);
CREATE TRIGGER `devices_revision_insert` AFTER INSERT ON `devices` BEGIN UPDATE `devices_revision` SET n = n + 1; END;
CREATE TRIGGER `devices_revision_update` AFTER UPDATE OF `site_id`, `is_archived`, `search_text` ON `devices` WHEN old.`site_id` IS NOT new.`site_id` OR old.`is_archived` IS NOT new.`is_archived` OR old.`search_text` IS NOT new.`search_text` BEGIN UPDATE `devices_revision` SET n = n + 1; END;
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
CREATE INDEX `devices_search_by_name` ON `devices` (`site_id`,`is_archived`,`name_key`,`id`,`type`,`last_segment_id`,`modified_at`,`last_seen`,`audit_date`,`search_text`);
CREATE INDEX `devices_search_by_last_seen` ON `devices` (`site_id`,`is_archived`,`last_seen`,`id`,`type`,`last_segment_id`,`modified_at`,`audit_date`,`name_key`,`search_text`);
CREATE INDEX `devices_search_by_ip` ON `devices` (`site_id`,`is_archived`,`ip_key`,`id`,`type`,`last_segment_id`,`modified_at`,`last_seen`,`audit_date`,`name_key`,`search_text`);
CREATE INDEX `devices_search_by_type` ON `devices` (`site_id`,`is_archived`,`type`,`id`,`last_segment_id`,`modified_at`,`last_seen`,`audit_date`,`name_key`,`search_text`);
CREATE INDEX `devices_search_by_audit` ON `devices` (`site_id`,`is_archived`,`audit_date`,`id`,`type`,`last_segment_id`,`modified_at`,`last_seen`,`name_key`,`search_text`);

INSERT INTO `device_versions` (`device_id`, `site_id`, `from_time`, `until_time`, `name`, `name_key`, `dns_name`, `mac_address`, `ip_address`, `ip_key`, `serial_number`, `asset_tag`, `type`, `manufacturer`, `model`, `search_text`, `last_segment_id`)
SELECT id, site_id, first_seen, 253402300799999, name, name_key, dns_name, mac_address, ip_address, ip_key, serial_number, asset_tag, type, manufacturer, model, search_text, last_segment_id FROM `devices`;

INSERT INTO `device_rewrites` (`device_id`, `site_id`, `from_time`) SELECT id, site_id, first_seen FROM `devices`;

INSERT INTO `device_tag_spans` (`device_id`, `tag_id`, `from_time`, `until_time`, `site_id`, `name`, `name_key`)
SELECT device.id, tag.id, coalesce((SELECT max(change.timestamp) FROM `changes` change WHERE change.device_id = device.id AND change.field = 'tags' AND change.to_value = tag.name), device.first_seen), 253402300799999, device.site_id, tag.name, tag.name_key
FROM `device_tags` attached JOIN `devices` device ON device.id = attached.device_id JOIN `tags` tag ON tag.id = attached.tag_id;

UPDATE `site_settings` SET settings = json_set(settings, '$.retention.archiveDeviceDays', 0, '$.retention.deleteDeviceDays', json_extract(settings, '$.retention.staleDeviceDays'), '$.retention.archiveOnDelete', json('false'));
