CREATE TABLE "device_terms" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"device_id" text COLLATE "C" NOT NULL,
	"site_id" text COLLATE "C" NOT NULL,
	"kind" text COLLATE "C" NOT NULL,
	"value" text COLLATE "C" NOT NULL,
	"alias" text COLLATE "C",
	"search_text" text COLLATE "C" NOT NULL
);

CREATE TABLE "connections" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"site_id" text COLLATE "C" NOT NULL,
	"switch_id" text COLLATE "C",
	"switch_name" text COLLATE "C",
	"port" text COLLATE "C",
	"vlan" bigint,
	"mac" text COLLATE "C" NOT NULL,
	"device_id" text COLLATE "C"
);

ALTER TABLE "device_terms" ADD CONSTRAINT "device_terms_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "devices"("id") ON DELETE cascade ON UPDATE no action;

CREATE INDEX "device_terms_device" ON "device_terms" USING btree ("device_id");

CREATE INDEX "connections_mac" ON "connections" USING btree ("site_id","mac");

CREATE INDEX "connections_device" ON "connections" USING btree ("device_id");

DROP INDEX IF EXISTS "device_terms_search";
DO $do$
DECLARE extension_schema name;
BEGIN
	CREATE EXTENSION IF NOT EXISTS pg_trgm;
	SELECT nspname INTO extension_schema FROM pg_extension JOIN pg_namespace n ON n.oid = extnamespace WHERE extname = 'pg_trgm';
	EXECUTE format('CREATE INDEX "device_terms_search" ON "device_terms" USING gin ("search_text" %I.gin_trgm_ops)', extension_schema);
EXCEPTION WHEN insufficient_privilege OR undefined_file OR feature_not_supported THEN
	RAISE WARNING 'pg_trgm is not available: %', SQLERRM;
END
$do$;

DROP INDEX IF EXISTS "connections_search";
DO $do$
DECLARE extension_schema name;
BEGIN
	CREATE EXTENSION IF NOT EXISTS pg_trgm;
	SELECT nspname INTO extension_schema FROM pg_extension JOIN pg_namespace n ON n.oid = extnamespace WHERE extname = 'pg_trgm';
	EXECUTE format('CREATE INDEX "connections_search" ON "connections" USING gin ("mac" %I.gin_trgm_ops)', extension_schema);
EXCEPTION WHEN insufficient_privilege OR undefined_file OR feature_not_supported THEN
	RAISE WARNING 'pg_trgm is not available: %', SQLERRM;
END
$do$;
