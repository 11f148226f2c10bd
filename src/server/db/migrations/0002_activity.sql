CREATE TABLE "tracker_events" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL,
	"email" text NOT NULL,
	"type" text NOT NULL,
	"country" char(2) NOT NULL,
	"project" text NOT NULL,
	"session_id" text NOT NULL,
	"path" text NOT NULL,
	"name" text NOT NULL,
	"at" bigint NOT NULL,
	"received_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "usage_records" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL,
	"email" text NOT NULL,
	"kind" text NOT NULL,
	"country" char(2) NOT NULL,
	"project" text NOT NULL,
	"session_id" text NOT NULL,
	"path" text NOT NULL,
	"name" text NOT NULL,
	"count" integer NOT NULL,
	"message" text NOT NULL,
	"at" bigint NOT NULL,
	"received_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE INDEX "tracker_events_age" ON "tracker_events" USING btree ("received_at");--> statement-breakpoint
CREATE INDEX "usage_records_age" ON "usage_records" USING btree ("received_at");