CREATE TABLE "rate_addresses" (
	"version_id" bigint NOT NULL,
	"kind" smallint NOT NULL,
	"destination" text COLLATE "C" NOT NULL,
	"origin" text COLLATE "C" NOT NULL,
	"code" text COLLATE "C" NOT NULL,
	"version" integer NOT NULL,
	"updated_by" text NOT NULL,
	CONSTRAINT "rate_addresses_version_id_kind_destination_origin_pk" PRIMARY KEY("version_id","kind","destination","origin")
);
--> statement-breakpoint
CREATE TABLE "rate_cep_levels" (
	"version_id" bigint NOT NULL,
	"level" integer NOT NULL,
	"ppm" bigint,
	"min" bigint,
	"max" bigint,
	"version" integer NOT NULL,
	"updated_by" text NOT NULL,
	CONSTRAINT "rate_cep_levels_version_id_level_pk" PRIMARY KEY("version_id","level")
);
--> statement-breakpoint
CREATE TABLE "rate_cep_ranges" (
	"version_id" bigint NOT NULL,
	"from" integer NOT NULL,
	"to" integer NOT NULL,
	"level" integer NOT NULL,
	"version" integer NOT NULL,
	"updated_by" text NOT NULL,
	CONSTRAINT "rate_cep_ranges_version_id_from_to_pk" PRIMARY KEY("version_id","from","to")
);
--> statement-breakpoint
CREATE TABLE "rate_extra_fees" (
	"version_id" bigint NOT NULL,
	"type" smallint NOT NULL,
	"code" text COLLATE "C" NOT NULL,
	"name" text NOT NULL,
	"place" text COLLATE "C" NOT NULL,
	"shop_group" integer NOT NULL,
	"of" integer NOT NULL,
	"fixed" bigint,
	"ppm" bigint,
	"min" bigint,
	"max" bigint,
	"version" integer NOT NULL,
	"updated_by" text NOT NULL,
	CONSTRAINT "rate_extra_fees_version_id_type_code_place_shop_group_pk" PRIMARY KEY("version_id","type","code","place","shop_group")
);
--> statement-breakpoint
CREATE TABLE "rate_fees" (
	"version_id" bigint NOT NULL,
	"kind" smallint NOT NULL,
	"code" text COLLATE "C" NOT NULL,
	"start" integer NOT NULL,
	"end" integer NOT NULL,
	"fee" bigint,
	"sides" integer,
	"version" integer NOT NULL,
	"updated_by" text NOT NULL,
	CONSTRAINT "rate_fees_version_id_kind_code_start_pk" PRIMARY KEY("version_id","kind","code","start")
);
--> statement-breakpoint
CREATE TABLE "rate_names" (
	"version_id" bigint NOT NULL,
	"kind" smallint NOT NULL,
	"code" text COLLATE "C" NOT NULL,
	"name" text NOT NULL,
	"version" integer NOT NULL,
	"updated_by" text NOT NULL,
	CONSTRAINT "rate_names_version_id_kind_code_pk" PRIMARY KEY("version_id","kind","code")
);
--> statement-breakpoint
CREATE TABLE "rate_orders" (
	"channel_id" bigint NOT NULL,
	"at" bigint NOT NULL,
	"order_id" text NOT NULL,
	"country" char(2) NOT NULL,
	"origin_id" bigint NOT NULL,
	"destination_id" bigint NOT NULL,
	"cep" text DEFAULT '' NOT NULL,
	"grams" integer NOT NULL,
	"length" integer NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"order_value" bigint NOT NULL,
	"cod" bigint,
	"shop_group" integer,
	"demo" boolean DEFAULT false NOT NULL,
	CONSTRAINT "rate_orders_channel_id_at_order_id_pk" PRIMARY KEY("channel_id","at","order_id")
);
--> statement-breakpoint
CREATE TABLE "rate_sealed" (
	"hash" text PRIMARY KEY NOT NULL,
	"size" integer NOT NULL,
	"body" "bytea" NOT NULL,
	"created_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "rate_versions" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"family" smallint NOT NULL,
	"country" char(2) NOT NULL,
	"channel_id" bigint NOT NULL,
	"version_no" integer NOT NULL,
	"name" text NOT NULL,
	"remark" text NOT NULL,
	"state" smallint DEFAULT 0 NOT NULL,
	"active_from" bigint,
	"hash" text,
	"settings" jsonb NOT NULL,
	"counts" jsonb,
	"copy_of" integer,
	"submitted_by" text DEFAULT '' NOT NULL,
	"submitted_at" bigint,
	"demo" boolean DEFAULT false NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"own_version" integer DEFAULT 1 NOT NULL,
	"updated_by" text DEFAULT '' NOT NULL,
	"updated_at" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "rate_volume_fees" (
	"version_id" bigint NOT NULL,
	"kind" smallint NOT NULL,
	"code" text COLLATE "C" NOT NULL,
	"start" integer NOT NULL,
	"end" integer NOT NULL,
	"fee" bigint,
	"version" integer NOT NULL,
	"updated_by" text NOT NULL,
	CONSTRAINT "rate_volume_fees_version_id_kind_code_start_pk" PRIMARY KEY("version_id","kind","code","start")
);
--> statement-breakpoint
CREATE UNIQUE INDEX "rate_versions_no" ON "rate_versions" USING btree ("family","channel_id","version_no");--> statement-breakpoint
CREATE UNIQUE INDEX "rate_versions_from" ON "rate_versions" USING btree ("family","channel_id","active_from") WHERE active_from IS NOT NULL;--> statement-breakpoint
CREATE INDEX "rate_versions_country" ON "rate_versions" USING btree ("country","family","channel_id");