CREATE TABLE `recent_installations` (
	`slot` integer NOT NULL,
	`product` integer NOT NULL,
	`device` integer NOT NULL,
	`install_date` integer,
	`first_seen` integer NOT NULL,
	PRIMARY KEY(`slot`, `product`, `device`)
) WITHOUT ROWID;
