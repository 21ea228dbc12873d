DROP INDEX "devices_segment";

CREATE INDEX "devices_segment" ON "devices" USING btree ("last_segment_id","site_id");

DROP INDEX IF EXISTS "devices_search";
DO $do$
DECLARE extension_schema name;
BEGIN
	CREATE EXTENSION IF NOT EXISTS pg_trgm;
	SELECT nspname INTO extension_schema FROM pg_extension JOIN pg_namespace n ON n.oid = extnamespace WHERE extname = 'pg_trgm';
	EXECUTE format('CREATE INDEX "devices_search" ON "devices" USING gin ("search_text" %I.gin_trgm_ops)', extension_schema);
EXCEPTION WHEN insufficient_privilege OR undefined_file OR feature_not_supported THEN
	RAISE WARNING 'pg_trgm is not available: %', SQLERRM;
END
$do$;
