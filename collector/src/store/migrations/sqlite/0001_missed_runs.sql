ALTER TABLE `schedules` ADD `missed_runs` text DEFAULT 'once' NOT NULL;
