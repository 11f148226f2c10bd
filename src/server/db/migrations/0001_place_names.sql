DROP INDEX "locations_level";--> statement-breakpoint
CREATE INDEX "locations_name" ON "locations" USING btree ("country","level","name_folded");