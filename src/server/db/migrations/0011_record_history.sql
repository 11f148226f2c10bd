DROP INDEX "channel_location_import_removed";--> statement-breakpoint
DROP INDEX "import_rows_removed";--> statement-breakpoint
ALTER TABLE "audit_logs" ADD COLUMN "collection" text;--> statement-breakpoint
ALTER TABLE "audit_logs" ADD COLUMN "record_key" text;--> statement-breakpoint
ALTER TABLE "audit_logs" ADD COLUMN "subject" text;--> statement-breakpoint
ALTER TABLE "audit_logs" ADD COLUMN "import_id" text;--> statement-breakpoint
-- Entries that were written before name their record, too.
UPDATE "audit_logs" SET "collection" = 'channelLocations', "subject" = coalesce(after, before)->>'locationId', "record_key" = concat_ws('/', coalesce(after, before)->>'channelId', coalesce(after, before)->>'locationId', coalesce(after, before)->>'type')
 WHERE "url" LIKE '/api/channelLocationService/%' AND "operator_type" <> 'Import' AND coalesce(after, before) ? 'locationId';--> statement-breakpoint
UPDATE "audit_logs" SET "collection" = 'channelPostcodes', "subject" = coalesce(after, before)->>'zipcode', "record_key" = concat_ws('/', coalesce(after, before)->>'channelId', coalesce(after, before)->>'zipcode', coalesce(after, before)->>'type')
 WHERE "url" LIKE '/api/channelPostcodeService/%' AND "operator_type" <> 'Import' AND coalesce(after, before) ? 'zipcode';--> statement-breakpoint
UPDATE "audit_logs" SET "collection" = 'channelRoutes', "subject" = coalesce(after, before)->>'id', "record_key" = concat_ws('/', coalesce(after, before)->>'channelId', coalesce(after, before)->>'id')
 WHERE "url" LIKE '/api/channelRouteService/%' AND "operator_type" <> 'Import' AND coalesce(after, before) ? 'id';--> statement-breakpoint
UPDATE "audit_logs" SET "collection" = 'channelZones', "subject" = coalesce(after, before)->>'id', "record_key" = concat_ws('/', coalesce(after, before)->>'channelId', coalesce(after, before)->>'id')
 WHERE "url" LIKE '/api/channelZoneService/%' AND "operator_type" <> 'Import' AND coalesce(after, before) ? 'id';--> statement-breakpoint
UPDATE "audit_logs" SET "collection" = 'serviceCodes', "subject" = coalesce(after, before)->>'code', "record_key" = concat_ws('/', coalesce(after, before)->>'country', coalesce(after, before)->>'code')
 WHERE "url" LIKE '%/sls-ops/service_code/%' AND "operator_type" <> 'Import' AND coalesce(after, before) ? 'code';--> statement-breakpoint
UPDATE "audit_logs" SET "collection" = 'locations', "subject" = coalesce(after, before)->>'locationId', "record_key" = concat_ws('/', coalesce(after, before)->>'locationId')
 WHERE "url" LIKE '/api/locations/update%' AND "operator_type" <> 'Import' AND coalesce(after, before) ? 'locationId';--> statement-breakpoint
UPDATE "audit_logs" SET "import_id" = "after"->>'importId' WHERE "operator_type" = 'Import';--> statement-breakpoint
CREATE INDEX "audit_email" ON "audit_logs" USING btree ("entity","feature","email","id");--> statement-breakpoint
CREATE INDEX "audit_operator" ON "audit_logs" USING btree ("entity","feature","operator_type","id");--> statement-breakpoint
CREATE INDEX "audit_time" ON "audit_logs" USING btree ("entity","feature","at","id");--> statement-breakpoint
CREATE INDEX "audit_subject" ON "audit_logs" USING btree ("subject","record_key") WHERE record_key IS NOT NULL;--> statement-breakpoint
CREATE INDEX "audit_import" ON "audit_logs" USING btree ("import_id") WHERE import_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX "channel_location_import_record" ON "channel_location_import_rows" USING btree ("location_id","channel_id","type");--> statement-breakpoint
CREATE INDEX "import_rows_key" ON "import_rows" USING btree ("key");