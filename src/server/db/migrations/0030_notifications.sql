CREATE TABLE "notify_deliveries" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"key" text NOT NULL,
	"rule_id" integer NOT NULL,
	"rule" text NOT NULL,
	"event" text NOT NULL,
	"country" char(2) NOT NULL,
	"user_id" integer NOT NULL,
	"recipient" text NOT NULL,
	"way" text NOT NULL,
	"window_at" bigint NOT NULL,
	"critical" boolean DEFAULT false NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"due_at" bigint NOT NULL,
	"lease_until" bigint DEFAULT 0 NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"events" jsonb NOT NULL,
	"subject" text DEFAULT '' NOT NULL,
	"body" text DEFAULT '' NOT NULL,
	"outcome" text DEFAULT '' NOT NULL,
	"sent_at" bigint,
	"read_at" bigint,
	"created_at" bigint NOT NULL,
	CONSTRAINT "notify_deliveries_key_unique" UNIQUE("key")
);
--> statement-breakpoint
CREATE TABLE "notify_events" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"country" char(2) NOT NULL,
	"person" text NOT NULL,
	"at" bigint NOT NULL,
	"fields" jsonb NOT NULL,
	"once_key" text,
	"planned" boolean DEFAULT false NOT NULL,
	CONSTRAINT "notify_events_once_key_unique" UNIQUE("once_key")
);
--> statement-breakpoint
CREATE TABLE "notify_preferences" (
	"user_id" integer PRIMARY KEY NOT NULL,
	"language" text NOT NULL,
	"quiet_from" smallint NOT NULL,
	"quiet_to" smallint NOT NULL,
	"time_zone" text NOT NULL,
	"off" text[] DEFAULT '{}' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "notify_rules" (
	"id" serial PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"event" text NOT NULL,
	"countries" text[] DEFAULT '{}' NOT NULL,
	"conditions" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"people" text[] DEFAULT '{}' NOT NULL,
	"role_ids" integer[] DEFAULT '{}' NOT NULL,
	"causer" boolean DEFAULT false NOT NULL,
	"ways" text[] DEFAULT '{}' NOT NULL,
	"webhook_url" text DEFAULT '' NOT NULL,
	"webhook_secret" text DEFAULT '' NOT NULL,
	"former_secret" text DEFAULT '' NOT NULL,
	"former_until" bigint DEFAULT 0 NOT NULL,
	"webhook_failing_since" bigint,
	"template_id" integer NOT NULL,
	"every_minutes" integer DEFAULT 0 NOT NULL,
	"critical" boolean DEFAULT false NOT NULL,
	"status" smallint DEFAULT 0 NOT NULL,
	"owner" text DEFAULT '' NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_by" text DEFAULT '' NOT NULL,
	"updated_at" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "notify_rules_name_unique" UNIQUE("name")
);
--> statement-breakpoint
CREATE TABLE "notify_templates" (
	"id" serial PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"event" text NOT NULL,
	"variants" jsonb NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_by" text DEFAULT '' NOT NULL,
	"updated_at" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "notify_templates_name_unique" UNIQUE("name")
);
--> statement-breakpoint
ALTER TABLE "notify_preferences" ADD CONSTRAINT "notify_preferences_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notify_rules" ADD CONSTRAINT "notify_rules_template_id_notify_templates_id_fk" FOREIGN KEY ("template_id") REFERENCES "public"."notify_templates"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "notify_deliveries_window" ON "notify_deliveries" USING btree ("rule_id","user_id","way","window_at");--> statement-breakpoint
CREATE INDEX "notify_deliveries_due" ON "notify_deliveries" USING btree ("due_at") WHERE state IN ('waiting', 'sending');--> statement-breakpoint
CREATE INDEX "notify_deliveries_person" ON "notify_deliveries" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "notify_deliveries_country" ON "notify_deliveries" USING btree ("country","id");--> statement-breakpoint
CREATE INDEX "notify_events_new" ON "notify_events" USING btree ("id") WHERE NOT planned;--> statement-breakpoint
CREATE INDEX "notify_events_kind" ON "notify_events" USING btree ("kind","country","id");--> statement-breakpoint
CREATE INDEX "notify_events_age" ON "notify_events" USING btree ("at");