CREATE TABLE "recon_archives" (
	"id" serial PRIMARY KEY NOT NULL,
	"bill_id" integer NOT NULL,
	"state" text NOT NULL,
	"hash" text DEFAULT '' NOT NULL,
	"size" bigint DEFAULT 0 NOT NULL,
	"parcels" integer DEFAULT 0 NOT NULL,
	"created_at" bigint NOT NULL,
	"stale_at" bigint
);
--> statement-breakpoint
CREATE UNIQUE INDEX "recon_archives_current" ON "recon_archives" USING btree ("bill_id") WHERE state <> 'stale';--> statement-breakpoint
CREATE INDEX "recon_archives_stale" ON "recon_archives" USING btree ("stale_at") WHERE state = 'stale';