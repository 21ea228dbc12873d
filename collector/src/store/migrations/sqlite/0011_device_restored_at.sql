ALTER TABLE `devices` ADD `restored_at` integer;
