CREATE TABLE "channel_location_import_rows" (
	"import_no" integer NOT NULL,
	"n" integer NOT NULL,
	"channel_id" bigint NOT NULL,
	"type" smallint NOT NULL,
	"location_id" bigint NOT NULL,
	"before_flags" smallint,
	"after_flags" smallint,
	"before_version" integer NOT NULL,
	"after_version" integer NOT NULL,
	CONSTRAINT "channel_location_import_rows_import_no_n_pk" PRIMARY KEY("import_no","n")
);
--> statement-breakpoint
CREATE TABLE "files" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL,
	"entity" char(2) NOT NULL,
	"name" text NOT NULL,
	"size" bigint NOT NULL,
	"hash" text DEFAULT '' NOT NULL,
	"complete" boolean DEFAULT false NOT NULL,
	"permission" text DEFAULT '' NOT NULL,
	"created_at" bigint NOT NULL,
	"expires_at" bigint
);
--> statement-breakpoint
CREATE TABLE "imports" (
	"no" serial PRIMARY KEY NOT NULL,
	"id" text NOT NULL,
	"declaration" text NOT NULL,
	"entity" char(2) NOT NULL,
	"user_id" integer NOT NULL,
	"email" text NOT NULL,
	"key" text,
	"request_hash" text DEFAULT '' NOT NULL,
	"hash" text DEFAULT '' NOT NULL,
	"files" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"request" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"state" text NOT NULL,
	"done" integer DEFAULT 0 NOT NULL,
	"total" integer DEFAULT 0 NOT NULL,
	"counts" jsonb,
	"fails" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"review" jsonb,
	"message" text DEFAULT '' NOT NULL,
	"revisions" jsonb,
	"reverts" text,
	"reverted_by" text,
	"created_at" bigint NOT NULL,
	"finished_at" bigint,
	"alive_at" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "imports_id_unique" UNIQUE("id")
);
--> statement-breakpoint
CREATE INDEX "files_expiry" ON "files" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "imports_key" ON "imports" USING btree ("user_id","key");--> statement-breakpoint
CREATE INDEX "imports_hash" ON "imports" USING btree ("hash");--> statement-breakpoint
CREATE INDEX "imports_entity" ON "imports" USING btree ("entity","declaration","no");--> statement-breakpoint
CREATE INDEX "imports_state" ON "imports" USING btree ("state");