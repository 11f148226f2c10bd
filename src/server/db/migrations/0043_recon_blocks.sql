CREATE TABLE "recon_blocks" (
	"bill_id" integer NOT NULL,
	"block" bigint NOT NULL,
	"status" smallint NOT NULL,
	"reason" text NOT NULL,
	"channel_id" bigint NOT NULL,
	"parcels" integer NOT NULL,
	CONSTRAINT "recon_blocks_bill_id_block_status_reason_channel_id_pk" PRIMARY KEY("bill_id","block","status","reason","channel_id")
);
--> statement-breakpoint
CREATE TABLE "recon_quotes" (
	"id" serial PRIMARY KEY NOT NULL,
	"hash" text NOT NULL,
	"lines" jsonb NOT NULL
);
--> statement-breakpoint
DROP INDEX "recon_parcels_status";--> statement-breakpoint
DROP INDEX "recon_parcels_reference";--> statement-breakpoint
ALTER TABLE "recon_parcels" ADD COLUMN "quote_id" integer;--> statement-breakpoint
CREATE UNIQUE INDEX "recon_quotes_hash" ON "recon_quotes" USING btree ("hash");--> statement-breakpoint
CREATE INDEX "recon_parcels_bill" ON "recon_parcels" USING btree ("bill_id","id");--> statement-breakpoint
CREATE INDEX "recon_parcels_reference" ON "recon_parcels" USING btree ("entity","reference") WHERE reference <> '';--> statement-breakpoint
INSERT INTO "recon_blocks" ("bill_id", "block", "status", "reason", "channel_id", "parcels")
SELECT "bill_id", "id" / 1024, "status", "reason", "channel_id", count(*) FROM "recon_parcels" GROUP BY 1, 2, 3, 4, 5;--> statement-breakpoint
INSERT INTO "recon_quotes" ("hash", "lines")
SELECT DISTINCT ON (1) encode(sha256(convert_to("quote"::text, 'UTF8')), 'hex'), "quote" FROM "recon_parcels" WHERE "quote" IS NOT NULL ORDER BY 1;--> statement-breakpoint
UPDATE "recon_parcels" p SET "quote_id" = q."id" FROM "recon_quotes" q
 WHERE p."quote" IS NOT NULL AND q."hash" = encode(sha256(convert_to(p."quote"::text, 'UTF8')), 'hex');--> statement-breakpoint
ALTER TABLE "recon_parcels" DROP COLUMN "quote";--> statement-breakpoint
-- A parcel is written once when it is read and once when it is compared: the second one finds room next to the first, so that no index changes.
ALTER TABLE "recon_parcels" SET (fillfactor = 45);
