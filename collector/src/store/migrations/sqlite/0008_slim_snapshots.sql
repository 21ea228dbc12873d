-- The old tables are copied into new ones, as SQLite cannot give a table another primary key. What they hold is packed later.
ALTER TABLE `sections` RENAME TO `old_sections`;

ALTER TABLE `snapshots` RENAME TO `old_snapshots`;

ALTER TABLE `raw_payloads` RENAME TO `old_raw_payloads`;

DROP INDEX `sections_base`;

DROP INDEX `snapshots_observation`;

DROP INDEX `snapshots_device`;

DROP INDEX `snapshots_hardware`;

DROP INDEX `snapshots_software`;

DROP INDEX `snapshots_network`;

DROP INDEX `snapshots_custom_fields`;

CREATE TABLE `sections` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`hash` blob NOT NULL,
	`content` blob NOT NULL,
	`size` integer NOT NULL,
	`dictionary_seq` integer,
	`place` integer DEFAULT 0 NOT NULL,
	`rebase_at` integer,
	`base_seq` integer,
	`form` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`dictionary_seq`) REFERENCES `sections`(`seq`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`base_seq`) REFERENCES `sections`(`seq`) ON UPDATE no action ON DELETE no action
);

CREATE UNIQUE INDEX `sections_hash` ON `sections` (`hash`);

CREATE INDEX `sections_base` ON `sections` (`base_seq`) WHERE "sections"."base_seq" is not null;

CREATE INDEX `sections_dictionary` ON `sections` (`dictionary_seq`) WHERE "sections"."dictionary_seq" is not null;

CREATE INDEX `sections_rebase` ON `sections` (`rebase_at`) WHERE "sections"."rebase_at" is not null;

CREATE TABLE `snapshot_sites` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`site_id` text NOT NULL
);

CREATE UNIQUE INDEX `snapshot_sites_site` ON `snapshot_sites` (`site_id`);

CREATE TABLE `snapshot_facts` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`hash` blob,
	`schedule_id` text,
	`audit_service_id` text,
	`agent_id` text,
	`identity` text NOT NULL,
	`report` text NOT NULL,
	`match` text NOT NULL
);

CREATE UNIQUE INDEX `snapshot_facts_hash` ON `snapshot_facts` (`hash`);

CREATE TABLE `snapshots` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` blob NOT NULL,
	`site_seq` integer NOT NULL,
	`device_id` blob NOT NULL,
	`observation_id` blob NOT NULL,
	`audit_date` integer NOT NULL,
	`received_at` integer NOT NULL,
	`source` text NOT NULL,
	`depth` text NOT NULL,
	`task_id` text,
	`facts_seq` integer NOT NULL,
	`hardware_seq` integer,
	`software_seq` integer,
	`network_seq` integer,
	`custom_fields_seq` integer,
	`is_packed` integer DEFAULT false NOT NULL,
	FOREIGN KEY (`site_seq`) REFERENCES `snapshot_sites`(`seq`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`facts_seq`) REFERENCES `snapshot_facts`(`seq`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`hardware_seq`) REFERENCES `sections`(`seq`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`software_seq`) REFERENCES `sections`(`seq`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`network_seq`) REFERENCES `sections`(`seq`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`custom_fields_seq`) REFERENCES `sections`(`seq`) ON UPDATE no action ON DELETE no action
);

CREATE UNIQUE INDEX `snapshots_id` ON `snapshots` (`id`);

CREATE UNIQUE INDEX `snapshots_observation` ON `snapshots` (`observation_id`,`site_seq`);

CREATE INDEX `snapshots_device` ON `snapshots` (`device_id`,`audit_date`);

CREATE INDEX `snapshots_origin` ON `snapshots` (`device_id`,`source`,`depth`,`audit_date`);

CREATE INDEX `snapshots_facts` ON `snapshots` (`facts_seq`);

CREATE INDEX `snapshots_hardware` ON `snapshots` (`hardware_seq`) WHERE "snapshots"."hardware_seq" is not null;

CREATE INDEX `snapshots_software` ON `snapshots` (`software_seq`) WHERE "snapshots"."software_seq" is not null;

CREATE INDEX `snapshots_network` ON `snapshots` (`network_seq`) WHERE "snapshots"."network_seq" is not null;

CREATE INDEX `snapshots_custom_fields` ON `snapshots` (`custom_fields_seq`) WHERE "snapshots"."custom_fields_seq" is not null;

CREATE INDEX `snapshots_unpacked` ON `snapshots` (`seq`) WHERE not "snapshots"."is_packed";

CREATE TABLE `raw_payloads` (
	`seq` integer PRIMARY KEY NOT NULL,
	`content` blob NOT NULL,
	`size` integer NOT NULL,
	`dictionary_seq` integer,
	`place` integer DEFAULT 0 NOT NULL,
	`rebase_at` integer,
	FOREIGN KEY (`dictionary_seq`) REFERENCES `raw_payloads`(`seq`) ON UPDATE no action ON DELETE no action
);

CREATE INDEX `raw_payloads_dictionary` ON `raw_payloads` (`dictionary_seq`) WHERE "raw_payloads"."dictionary_seq" is not null;

CREATE INDEX `raw_payloads_rebase` ON `raw_payloads` (`rebase_at`) WHERE "raw_payloads"."rebase_at" is not null;

INSERT INTO `sections` (`seq`, `hash`, `content`, `size`, `base_seq`)
SELECT section.rowid, unhex(section.hash), section.content, section.size, base.rowid
FROM `old_sections` section LEFT JOIN `old_sections` base ON base.hash = section.base_hash;

INSERT INTO `snapshot_sites` (`site_id`) SELECT DISTINCT site_id FROM `old_snapshots` ORDER BY site_id;

INSERT INTO `snapshot_facts` (`seq`, `schedule_id`, `audit_service_id`, `agent_id`, `identity`, `report`, `match`)
SELECT rowid, schedule_id, audit_service_id, agent_id, `identity`, report, `match` FROM `old_snapshots`;

INSERT INTO `snapshots` (`seq`, `id`, `site_seq`, `device_id`, `observation_id`, `audit_date`, `received_at`, `source`, `depth`, `task_id`, `facts_seq`, `hardware_seq`, `software_seq`, `network_seq`, `custom_fields_seq`)
SELECT old.rowid, unhex(replace(old.id, '-', '')), site.seq, unhex(replace(old.device_id, '-', '')), unhex(replace(old.observation_id, '-', '')), old.audit_date, old.received_at, old.source, old.depth, old.task_id, old.rowid, hardware.rowid, software.rowid, network.rowid, custom_fields.rowid
FROM `old_snapshots` old
JOIN `snapshot_sites` site ON site.site_id = old.site_id
LEFT JOIN `old_sections` hardware ON hardware.hash = old.hardware_hash
LEFT JOIN `old_sections` software ON software.hash = old.software_hash
LEFT JOIN `old_sections` network ON network.hash = old.network_hash
LEFT JOIN `old_sections` custom_fields ON custom_fields.hash = old.custom_fields_hash;

INSERT INTO `raw_payloads` (`seq`, `content`, `size`)
SELECT snapshot.rowid, payload.content, payload.size
FROM `old_raw_payloads` payload JOIN `old_snapshots` snapshot ON snapshot.id = payload.snapshot_id;

DROP TABLE `old_raw_payloads`;

DROP TABLE `old_snapshots`;

DROP TABLE `old_sections`;
