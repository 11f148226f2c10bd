CREATE TABLE "jobs" (
	"no" serial PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"key" text NOT NULL,
	"owner" integer NOT NULL,
	"heavy" boolean NOT NULL,
	"payload" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"run_at" bigint DEFAULT 0 NOT NULL,
	"turn" bigserial NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"alive_at" bigint DEFAULT 0 NOT NULL,
	"created_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "unreadable_files" (
	"hash" text PRIMARY KEY NOT NULL,
	"over" text NOT NULL,
	"at" bigint NOT NULL
);
--> statement-breakpoint
DROP INDEX "imports_hash";--> statement-breakpoint
DROP INDEX "imports_state";--> statement-breakpoint
CREATE UNIQUE INDEX "jobs_key" ON "jobs" USING btree ("kind","key");--> statement-breakpoint
CREATE INDEX "jobs_turn" ON "jobs" USING btree ("heavy","turn");--> statement-breakpoint
-- Imports that have not ended become jobs; an import that a process works on keeps its signs of life.
INSERT INTO "jobs" ("kind", "key", "owner", "heavy", "payload", "attempts", "alive_at", "created_at")
SELECT 'import', "id", "user_id", true, jsonb_build_object('id', "id", 'light', false), "starts",
       CASE "state" WHEN 'queued' THEN 0 ELSE greatest("alive_at", 1) END, "created_at"
  FROM "imports" WHERE "state" IN ('queued', 'checking', 'applying') ORDER BY "no";--> statement-breakpoint
ALTER TABLE "imports" DROP COLUMN "revisions";--> statement-breakpoint
ALTER TABLE "imports" DROP COLUMN "alive_at";--> statement-breakpoint
ALTER TABLE "imports" DROP COLUMN "starts";