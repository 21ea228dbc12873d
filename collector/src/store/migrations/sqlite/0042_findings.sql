CREATE TABLE `finding_rules` (
	`id` text PRIMARY KEY NOT NULL,
	`site_id` text NOT NULL,
	`name` text NOT NULL,
	`name_key` text NOT NULL,
	`origin` text,
	`severity` text NOT NULL,
	`trigger` text NOT NULL,
	`query` text,
	`days` integer,
	`enabled` integer NOT NULL,
	`notify` text NOT NULL,
	`due_at` integer NOT NULL,
	`evaluated_at` integer,
	`problem` text,
	`has_more` integer DEFAULT false NOT NULL
);

CREATE UNIQUE INDEX `finding_rules_name` ON `finding_rules` (`site_id`,`name_key`);

CREATE INDEX `finding_rules_trigger` ON `finding_rules` (`site_id`,`trigger`);

CREATE INDEX `finding_rules_due` ON `finding_rules` (`enabled`,`due_at`);

CREATE TABLE `findings` (
	`id` text PRIMARY KEY NOT NULL,
	`site_id` text NOT NULL,
	`rule_id` text NOT NULL,
	`device_id` text NOT NULL,
	`item` text NOT NULL,
	`detail` text,
	`state` text NOT NULL,
	`opened_at` integer NOT NULL,
	`raised_at` integer NOT NULL,
	`changed_by` text,
	`note` text,
	`snoozed_until` integer,
	`resolved_at` integer,
	`awaits_mail` integer NOT NULL,
	FOREIGN KEY (`rule_id`) REFERENCES `finding_rules`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`device_id`) REFERENCES `devices`(`id`) ON UPDATE no action ON DELETE cascade
);

CREATE UNIQUE INDEX `findings_subject` ON `findings` (`rule_id`,`device_id`,`item`);

CREATE INDEX `findings_site` ON `findings` (`site_id`,`state`,`raised_at`,`id`);

CREATE INDEX `findings_rule` ON `findings` (`rule_id`,`state`,`raised_at`,`id`);

CREATE INDEX `findings_device` ON `findings` (`device_id`,`state`);

CREATE INDEX `findings_snoozed` ON `findings` (`state`,`snoozed_until`);

CREATE INDEX `findings_resolved` ON `findings` (`state`,`resolved_at`);

CREATE INDEX `findings_mail` ON `findings` (`awaits_mail`,`rule_id`);

CREATE TABLE `finding_days` (
	`rule_id` text NOT NULL,
	`day` text NOT NULL,
	`open` integer NOT NULL,
	PRIMARY KEY(`rule_id`, `day`),
	FOREIGN KEY (`rule_id`) REFERENCES `finding_rules`(`id`) ON UPDATE no action ON DELETE cascade
);

CREATE TABLE `finding_readers` (
	`site_id` text NOT NULL,
	`reader_id` text NOT NULL,
	`read_until` integer NOT NULL,
	PRIMARY KEY(`site_id`, `reader_id`)
);

CREATE TABLE `finding_sites` (
	`site_id` text PRIMARY KEY NOT NULL
);

DROP TRIGGER IF EXISTS `findings_tally_insert`;
DROP TRIGGER IF EXISTS `findings_tally_update`;
DROP TRIGGER IF EXISTS `findings_tally_delete`;
DROP TABLE IF EXISTS `findings_tally`;
CREATE TABLE `findings_tally` (`site_id` text NOT NULL, `rule_id` text NOT NULL, `state` text NOT NULL, n integer NOT NULL, PRIMARY KEY (`site_id`, `rule_id`, `state`)) WITHOUT ROWID;
INSERT INTO `findings_tally` SELECT `site_id`, `rule_id`, `state`, count(*) FROM `findings` GROUP BY `site_id`, `rule_id`, `state`;
CREATE TRIGGER `findings_tally_insert` AFTER INSERT ON `findings` BEGIN INSERT INTO `findings_tally` SELECT new.`site_id`, new.`rule_id`, new.`state`, 0 WHERE NOT EXISTS (SELECT 1 FROM `findings_tally` WHERE `site_id` = new.`site_id` AND `rule_id` = new.`rule_id` AND `state` = new.`state`); UPDATE `findings_tally` SET n = n + 1 WHERE `site_id` = new.`site_id` AND `rule_id` = new.`rule_id` AND `state` = new.`state`; END;
CREATE TRIGGER `findings_tally_update` AFTER UPDATE OF `site_id`, `rule_id`, `state` ON `findings` WHEN old.`site_id` <> new.`site_id` OR old.`rule_id` <> new.`rule_id` OR old.`state` <> new.`state` BEGIN UPDATE `findings_tally` SET n = n - 1 WHERE `site_id` = old.`site_id` AND `rule_id` = old.`rule_id` AND `state` = old.`state`; DELETE FROM `findings_tally` WHERE `site_id` = old.`site_id` AND `rule_id` = old.`rule_id` AND `state` = old.`state` AND n = 0; INSERT INTO `findings_tally` SELECT new.`site_id`, new.`rule_id`, new.`state`, 0 WHERE NOT EXISTS (SELECT 1 FROM `findings_tally` WHERE `site_id` = new.`site_id` AND `rule_id` = new.`rule_id` AND `state` = new.`state`); UPDATE `findings_tally` SET n = n + 1 WHERE `site_id` = new.`site_id` AND `rule_id` = new.`rule_id` AND `state` = new.`state`; END;
CREATE TRIGGER `findings_tally_delete` AFTER DELETE ON `findings` BEGIN UPDATE `findings_tally` SET n = n - 1 WHERE `site_id` = old.`site_id` AND `rule_id` = old.`rule_id` AND `state` = old.`state`; DELETE FROM `findings_tally` WHERE `site_id` = old.`site_id` AND `rule_id` = old.`rule_id` AND `state` = old.`state` AND n = 0; END;
