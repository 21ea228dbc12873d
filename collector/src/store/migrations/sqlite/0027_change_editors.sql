ALTER TABLE `changes` ADD `editor_kind` text;

ALTER TABLE `changes` ADD `editor_id` text;

CREATE INDEX `changes_editors` ON `changes` (`site_id`,`timestamp`,`id`) WHERE "changes"."editor_kind" is not null;
