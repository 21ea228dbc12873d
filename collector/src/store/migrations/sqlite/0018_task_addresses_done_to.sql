ALTER TABLE `tasks` ADD `addresses_done_to` text;
