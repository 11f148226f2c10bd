CREATE TABLE "system_tasks" (
	"id" serial PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"state" text DEFAULT 'queued' NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"step" text DEFAULT '' NOT NULL,
	"done" bigint DEFAULT 0 NOT NULL,
	"total" bigint DEFAULT 0 NOT NULL,
	"message" text DEFAULT '' NOT NULL,
	"findings" text[] DEFAULT '{}' NOT NULL,
	"person" text NOT NULL,
	"created_at" bigint NOT NULL,
	"ended_at" bigint
);
