CREATE INDEX `devices_first_seen` ON `devices` (`site_id`,`is_archived`,`first_seen`);

CREATE INDEX `devices_manufacturer` ON `devices` (`site_id`,`is_archived`,`manufacturer`);

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
CREATE INDEX `devices_search_by_name` ON `devices` (`site_id`,`is_archived`,`name_key`,`id`,`type`,`last_segment_id`,`modified_at`,`last_seen`,`first_seen`,`manufacturer`,`audit_date`,`search_text`);
CREATE INDEX `devices_search_by_last_seen` ON `devices` (`site_id`,`is_archived`,`last_seen`,`id`,`type`,`last_segment_id`,`modified_at`,`first_seen`,`manufacturer`,`audit_date`,`name_key`,`search_text`);
CREATE INDEX `devices_search_by_ip` ON `devices` (`site_id`,`is_archived`,`ip_key`,`id`,`type`,`last_segment_id`,`modified_at`,`last_seen`,`first_seen`,`manufacturer`,`audit_date`,`name_key`,`search_text`);
CREATE INDEX `devices_search_by_type` ON `devices` (`site_id`,`is_archived`,`type`,`id`,`last_segment_id`,`modified_at`,`last_seen`,`first_seen`,`manufacturer`,`audit_date`,`name_key`,`search_text`);
CREATE INDEX `devices_search_by_audit` ON `devices` (`site_id`,`is_archived`,`audit_date`,`id`,`type`,`last_segment_id`,`modified_at`,`last_seen`,`first_seen`,`manufacturer`,`name_key`,`search_text`);
