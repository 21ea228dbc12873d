ALTER TABLE "software_names" ADD COLUMN "kind" text COLLATE "C" DEFAULT 'product' NOT NULL;

ALTER TABLE "installations" DROP CONSTRAINT "installations_product_id_software_products_id_fk";

ALTER TABLE "software_products" DROP CONSTRAINT "software_products_pkey";

ALTER TABLE "software_products" ADD COLUMN "number" bigserial PRIMARY KEY NOT NULL;

ALTER TABLE "software_products" ADD COLUMN "source" text COLLATE "C" DEFAULT '' NOT NULL;

ALTER TABLE "software_products" ADD COLUMN "kind" text COLLATE "C" DEFAULT 'product' NOT NULL;

ALTER TABLE "software_products" ADD COLUMN "grouping" bigint DEFAULT 0 NOT NULL;

ALTER TABLE "software_products" ALTER COLUMN "source" DROP DEFAULT, ALTER COLUMN "kind" DROP DEFAULT, ALTER COLUMN "grouping" DROP DEFAULT;

CREATE UNIQUE INDEX "software_products_id" ON "software_products" USING btree ("id");

CREATE INDEX "software_products_grouping" ON "software_products" USING btree ("grouping");

ALTER TABLE "software_counts" RENAME TO "old_software_counts";

ALTER INDEX "software_counts_pkey" RENAME TO "old_software_counts_pkey";

CREATE TABLE "software_counts" (
	"product" bigint PRIMARY KEY NOT NULL,
	"installations" bigint NOT NULL,
	"changed_at" bigint NOT NULL
);

INSERT INTO "software_counts"
SELECT p."number", c."installations", c."changed_at"
FROM "old_software_counts" c JOIN "software_products" p ON p."id" = c."subject_id";

DROP TABLE "old_software_counts";

CREATE TABLE "installed_lists" (
	"device" bigserial PRIMARY KEY NOT NULL,
	"device_id" text COLLATE "C" NOT NULL,
	"products" json NOT NULL
);

INSERT INTO "installed_lists" ("device_id", "products")
SELECT i."device_id", json_agg(p."number" ORDER BY p."number")
FROM "installations" i JOIN "software_products" p ON p."id" = i."product_id"
GROUP BY i."device_id" ORDER BY i."device_id";

CREATE UNIQUE INDEX "installed_lists_device" ON "installed_lists" USING btree ("device_id");

ALTER TABLE "installations" RENAME TO "old_installations";

CREATE TABLE "installations" (
	"product" bigint NOT NULL,
	"device" bigint NOT NULL,
	"install_date" bigint,
	"first_seen" bigint NOT NULL,
	CONSTRAINT "installations_product_device_pk" PRIMARY KEY("product","device")
);

INSERT INTO "installations"
SELECT p."number", l."device", i."install_date", i."first_seen"
FROM "old_installations" i
JOIN "software_products" p ON p."id" = i."product_id"
JOIN "installed_lists" l ON l."device_id" = i."device_id"
ORDER BY p."number", l."device";

DROP TABLE "old_installations";
