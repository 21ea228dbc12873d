ALTER TABLE `changes` ADD `subject_name` text;

ALTER TABLE `changes` ADD `observed_at` integer;

CREATE INDEX `changes_deletions` ON `changes` (`entity_id`) WHERE ("changes"."verb" = 'Deleted' and "changes"."entity" not in ('Hardware', 'Network', 'Software', 'Snapshot'));
