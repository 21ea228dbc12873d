CREATE TABLE `device_terms` (
	`id` text PRIMARY KEY NOT NULL,
	`device_id` text NOT NULL,
	`site_id` text NOT NULL,
	`kind` text NOT NULL,
	`value` text NOT NULL,
	`alias` text,
	`search_text` text NOT NULL,
	FOREIGN KEY (`device_id`) REFERENCES `devices`(`id`) ON UPDATE no action ON DELETE cascade
);

CREATE INDEX `device_terms_device` ON `device_terms` (`device_id`);

CREATE TABLE `connections` (
	`id` text PRIMARY KEY NOT NULL,
	`site_id` text NOT NULL,
	`switch_id` text,
	`switch_name` text,
	`port` text,
	`vlan` integer,
	`mac` text NOT NULL,
	`device_id` text
);

CREATE INDEX `connections_mac` ON `connections` (`site_id`,`mac`);

CREATE INDEX `connections_device` ON `connections` (`device_id`);

DROP TRIGGER IF EXISTS `device_terms_search_insert`;
DROP TRIGGER IF EXISTS `device_terms_search_update`;
DROP TRIGGER IF EXISTS `device_terms_search_delete`;
DROP TABLE IF EXISTS `device_terms_search`;
DROP TABLE IF EXISTS `device_terms_search_keys`;
CREATE TABLE `device_terms_search_keys` (number integer PRIMARY KEY AUTOINCREMENT, row_key text NOT NULL UNIQUE);
CREATE VIRTUAL TABLE `device_terms_search` USING fts5 (content, content='', contentless_delete=1, tokenize='trigram case_sensitive 1');
INSERT INTO `device_terms_search_keys` (row_key) SELECT `id` FROM `device_terms`;
INSERT INTO `device_terms_search` (rowid, content) SELECT number, `search_text` FROM `device_terms_search_keys` JOIN `device_terms` ON row_key = `id`;
CREATE TRIGGER `device_terms_search_insert` AFTER INSERT ON `device_terms` BEGIN INSERT INTO `device_terms_search_keys` (row_key) VALUES (new.`id`); INSERT INTO `device_terms_search` (rowid, content) VALUES ((SELECT number FROM `device_terms_search_keys` WHERE row_key = new.`id`), new.`search_text`); END;
CREATE TRIGGER `device_terms_search_update` AFTER UPDATE OF `search_text` ON `device_terms` WHEN old.`search_text` IS NOT new.`search_text` BEGIN UPDATE `device_terms_search` SET content = new.`search_text` WHERE rowid = (SELECT number FROM `device_terms_search_keys` WHERE row_key = new.`id`); END;
CREATE TRIGGER `device_terms_search_delete` AFTER DELETE ON `device_terms` BEGIN DELETE FROM `device_terms_search` WHERE rowid = (SELECT number FROM `device_terms_search_keys` WHERE row_key = old.`id`); DELETE FROM `device_terms_search_keys` WHERE row_key = old.`id`; END;

DROP TRIGGER IF EXISTS `connections_search_insert`;
DROP TRIGGER IF EXISTS `connections_search_update`;
DROP TRIGGER IF EXISTS `connections_search_delete`;
DROP TABLE IF EXISTS `connections_search`;
DROP TABLE IF EXISTS `connections_search_keys`;
CREATE TABLE `connections_search_keys` (number integer PRIMARY KEY AUTOINCREMENT, row_key text NOT NULL UNIQUE);
CREATE VIRTUAL TABLE `connections_search` USING fts5 (content, content='', contentless_delete=1, tokenize='trigram case_sensitive 1');
INSERT INTO `connections_search_keys` (row_key) SELECT `id` FROM `connections`;
INSERT INTO `connections_search` (rowid, content) SELECT number, `mac` FROM `connections_search_keys` JOIN `connections` ON row_key = `id`;
CREATE TRIGGER `connections_search_insert` AFTER INSERT ON `connections` BEGIN INSERT INTO `connections_search_keys` (row_key) VALUES (new.`id`); INSERT INTO `connections_search` (rowid, content) VALUES ((SELECT number FROM `connections_search_keys` WHERE row_key = new.`id`), new.`mac`); END;
CREATE TRIGGER `connections_search_update` AFTER UPDATE OF `mac` ON `connections` WHEN old.`mac` IS NOT new.`mac` BEGIN UPDATE `connections_search` SET content = new.`mac` WHERE rowid = (SELECT number FROM `connections_search_keys` WHERE row_key = new.`id`); END;
CREATE TRIGGER `connections_search_delete` AFTER DELETE ON `connections` BEGIN DELETE FROM `connections_search` WHERE rowid = (SELECT number FROM `connections_search_keys` WHERE row_key = old.`id`); DELETE FROM `connections_search_keys` WHERE row_key = old.`id`; END;
