CREATE INDEX `changes_edits` ON `changes` (`site_id`,`actor`,`timestamp`,`id`) WHERE ("changes"."device_id" is null or "changes"."entity" not in ('Hardware', 'Network', 'Software'));
