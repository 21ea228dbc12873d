PRAGMA foreign_keys=OFF;

CREATE TABLE `__new_software_counts` (
	`product` integer PRIMARY KEY NOT NULL,
	`installations` integer NOT NULL,
	`changed_at` integer NOT NULL,
	FOREIGN KEY (`product`) REFERENCES `software_products`(`number`) ON UPDATE no action ON DELETE no action
);

INSERT INTO `__new_software_counts`("product", "installations", "changed_at") SELECT "product", "installations", "changed_at" FROM `software_counts`;

DROP TABLE `software_counts`;

ALTER TABLE `__new_software_counts` RENAME TO `software_counts`;

PRAGMA foreign_keys=ON;
