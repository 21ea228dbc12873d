ALTER TABLE `credentials` ADD `modified_at` integer;
