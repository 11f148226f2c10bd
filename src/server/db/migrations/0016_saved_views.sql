CREATE TABLE "saved_views" (
	"id" text PRIMARY KEY NOT NULL,
	"country" char(2) NOT NULL,
	"owner" text NOT NULL,
	"screen" text NOT NULL,
	"path" text NOT NULL,
	"name" text NOT NULL,
	"shared" boolean NOT NULL,
	"query" text NOT NULL,
	"looks" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_by" text DEFAULT '' NOT NULL,
	"updated_at" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE INDEX "saved_views_owner" ON "saved_views" USING btree ("country","owner");