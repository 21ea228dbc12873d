CREATE INDEX `changes_software` ON `changes` (`entity_id`,`timestamp`,`id`) WHERE "changes"."entity" = 'Software';
