ALTER TABLE `finding_rules` ADD `omitted` integer DEFAULT 0 NOT NULL;

ALTER TABLE `findings` ADD `flapping` integer DEFAULT false NOT NULL;

ALTER TABLE `findings` ADD `clear_since` integer;

ALTER TABLE `finding_rules` DROP COLUMN `has_more`;
