CREATE TABLE "audit_logs" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"entity" char(2) NOT NULL,
	"feature" text NOT NULL,
	"url" text NOT NULL,
	"body" text NOT NULL,
	"email" text NOT NULL,
	"at" bigint NOT NULL,
	"operator_type" text NOT NULL,
	"channel_id" bigint,
	"tpl_id" bigint,
	"before" jsonb,
	"after" jsonb
);
--> statement-breakpoint
CREATE TABLE "changes" (
	"seq" bigserial PRIMARY KEY NOT NULL,
	"xid" "xid8" DEFAULT pg_current_xact_id() NOT NULL,
	"entity" char(2) NOT NULL,
	"collection" text NOT NULL,
	"key" text NOT NULL,
	"version" integer NOT NULL,
	"row" jsonb,
	"at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "channel_locations" (
	"channel_id" bigint NOT NULL,
	"location_id" bigint NOT NULL,
	"type" smallint NOT NULL,
	"country" char(2) NOT NULL,
	"state_id" bigint,
	"city_id" bigint,
	"district_id" bigint,
	"can_deliver" boolean DEFAULT false NOT NULL,
	"can_cod" boolean DEFAULT false NOT NULL,
	"can_pickup" boolean DEFAULT false NOT NULL,
	"can_cod_pickup" boolean DEFAULT false NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_by" text DEFAULT '' NOT NULL,
	"updated_at" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "channel_locations_channel_id_type_location_id_pk" PRIMARY KEY("channel_id","type","location_id")
);
--> statement-breakpoint
CREATE TABLE "channel_service_confs" (
	"channel_id" bigint PRIMARY KEY NOT NULL,
	"is_check_serviceable" boolean DEFAULT false NOT NULL,
	"serviceable_type" smallint DEFAULT 1 NOT NULL,
	"extra_limit_type" smallint DEFAULT 0 NOT NULL,
	"zone_level" smallint DEFAULT 0 NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "channels" (
	"channel_id" bigint PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"display_name" text NOT NULL,
	"country" char(2) NOT NULL,
	"from_country" char(2) NOT NULL,
	"type" integer DEFAULT 0 NOT NULL,
	"flag" bigint DEFAULT 0 NOT NULL,
	"status" smallint DEFAULT 0 NOT NULL,
	"priority" integer DEFAULT 0 NOT NULL,
	"maintenance" smallint DEFAULT 0 NOT NULL,
	"extra_data" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"demo" boolean DEFAULT false NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_by" text DEFAULT '' NOT NULL,
	"updated_at" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "entities" (
	"id" serial PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"country" char(2) NOT NULL,
	"status" smallint DEFAULT 0 NOT NULL,
	"system_admins" text[] DEFAULT '{}' NOT NULL,
	"country_admins" text[] DEFAULT '{}' NOT NULL,
	CONSTRAINT "entities_country_unique" UNIQUE("country")
);
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"user_id" integer NOT NULL,
	"key" text NOT NULL,
	"request_hash" text NOT NULL,
	"status" smallint NOT NULL,
	"reply" text NOT NULL,
	"created_at" bigint NOT NULL,
	CONSTRAINT "idempotency_keys_user_id_key_pk" PRIMARY KEY("user_id","key")
);
--> statement-breakpoint
CREATE TABLE "locations" (
	"location_id" bigint PRIMARY KEY NOT NULL,
	"country" char(2) NOT NULL,
	"parent_id" bigint NOT NULL,
	"level" smallint NOT NULL,
	"name" text NOT NULL,
	"name_folded" text NOT NULL,
	"postcode" text DEFAULT '' NOT NULL,
	"state_id" bigint,
	"city_id" bigint,
	"district_id" bigint,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_by" text DEFAULT '' NOT NULL,
	"updated_at" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "meta" (
	"key" text PRIMARY KEY NOT NULL,
	"value" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "modules" (
	"id" serial PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"parent_id" integer DEFAULT 0 NOT NULL,
	"status" smallint DEFAULT 0 NOT NULL,
	"path" text DEFAULT '' NOT NULL,
	"icon" text DEFAULT '' NOT NULL,
	"permission" text DEFAULT '' NOT NULL,
	"display_whitelist" text DEFAULT '' NOT NULL,
	"sort" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "revisions" (
	"collection" text NOT NULL,
	"entity" char(2) NOT NULL,
	"scope" bigint NOT NULL,
	"revision" bigint NOT NULL,
	CONSTRAINT "revisions_collection_entity_scope_pk" PRIMARY KEY("collection","entity","scope")
);
--> statement-breakpoint
CREATE TABLE "roles" (
	"id" serial PRIMARY KEY NOT NULL,
	"entity_id" integer NOT NULL,
	"name" text NOT NULL,
	"codes" text[] DEFAULT '{}' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "segment_sets" (
	"collection" text NOT NULL,
	"entity" char(2) NOT NULL,
	"cursor" text NOT NULL,
	"total" integer NOT NULL,
	"ids" text[] DEFAULT '{}' NOT NULL,
	CONSTRAINT "segment_sets_collection_entity_pk" PRIMARY KEY("collection","entity")
);
--> statement-breakpoint
CREATE TABLE "segments" (
	"id" text PRIMARY KEY NOT NULL,
	"collection" text NOT NULL,
	"entity" char(2) NOT NULL,
	"rows" integer NOT NULL,
	"bytes" integer NOT NULL,
	"body" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL,
	"created_at" bigint NOT NULL,
	"seen_at" bigint NOT NULL,
	"expires_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "user_entities" (
	"user_id" integer NOT NULL,
	"entity_id" integer NOT NULL,
	CONSTRAINT "user_entities_user_id_entity_id_pk" PRIMARY KEY("user_id","entity_id")
);
--> statement-breakpoint
CREATE TABLE "user_roles" (
	"user_id" integer NOT NULL,
	"role_id" integer NOT NULL,
	CONSTRAINT "user_roles_user_id_role_id_pk" PRIMARY KEY("user_id","role_id")
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" serial PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"name" text NOT NULL,
	"password_hash" text NOT NULL,
	"privilege" smallint DEFAULT 2 NOT NULL,
	"category" smallint DEFAULT 0 NOT NULL,
	"current_entity" char(2) NOT NULL,
	"status" smallint DEFAULT 0 NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "users_email_unique" UNIQUE("email")
);
--> statement-breakpoint
CREATE TABLE "whitelist" (
	"email" text PRIMARY KEY NOT NULL
);
--> statement-breakpoint
ALTER TABLE "channel_service_confs" ADD CONSTRAINT "channel_service_confs_channel_id_channels_channel_id_fk" FOREIGN KEY ("channel_id") REFERENCES "public"."channels"("channel_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "roles" ADD CONSTRAINT "roles_entity_id_entities_id_fk" FOREIGN KEY ("entity_id") REFERENCES "public"."entities"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_entities" ADD CONSTRAINT "user_entities_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_entities" ADD CONSTRAINT "user_entities_entity_id_entities_id_fk" FOREIGN KEY ("entity_id") REFERENCES "public"."entities"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_roles" ADD CONSTRAINT "user_roles_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_roles" ADD CONSTRAINT "user_roles_role_id_roles_id_fk" FOREIGN KEY ("role_id") REFERENCES "public"."roles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "audit_feature" ON "audit_logs" USING btree ("entity","feature","id");--> statement-breakpoint
CREATE INDEX "audit_channel" ON "audit_logs" USING btree ("channel_id","feature","id");--> statement-breakpoint
CREATE INDEX "changes_feed" ON "changes" USING btree ("entity","xid","seq");--> statement-breakpoint
CREATE INDEX "changes_age" ON "changes" USING btree ("at");--> statement-breakpoint
CREATE INDEX "channel_locations_state" ON "channel_locations" USING btree ("channel_id","type","state_id","location_id");--> statement-breakpoint
CREATE INDEX "channel_locations_city" ON "channel_locations" USING btree ("channel_id","type","city_id","location_id");--> statement-breakpoint
CREATE INDEX "channel_locations_district" ON "channel_locations" USING btree ("channel_id","type","district_id","location_id");--> statement-breakpoint
CREATE INDEX "channel_locations_location" ON "channel_locations" USING btree ("location_id");--> statement-breakpoint
CREATE INDEX "channels_country" ON "channels" USING btree ("country","channel_id");--> statement-breakpoint
CREATE INDEX "idempotency_age" ON "idempotency_keys" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "locations_children" ON "locations" USING btree ("country","parent_id","location_id");--> statement-breakpoint
CREATE INDEX "locations_level" ON "locations" USING btree ("country","level","location_id");--> statement-breakpoint
CREATE UNIQUE INDEX "roles_entity_name" ON "roles" USING btree ("entity_id","name");--> statement-breakpoint
CREATE INDEX "sessions_user" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sessions_expiry" ON "sessions" USING btree ("expires_at");