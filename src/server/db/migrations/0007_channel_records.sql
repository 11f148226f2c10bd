CREATE TABLE "channel_postcodes" (
	"channel_id" bigint NOT NULL,
	"type" smallint NOT NULL,
	"zipcode" text COLLATE "C" NOT NULL,
	"country" char(2) NOT NULL,
	"can_deliver" boolean DEFAULT false NOT NULL,
	"can_cod" boolean DEFAULT false NOT NULL,
	"can_pickup" boolean DEFAULT false NOT NULL,
	"can_cod_pickup" boolean DEFAULT false NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_by" text DEFAULT '' NOT NULL,
	"updated_at" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "channel_postcodes_channel_id_type_zipcode_pk" PRIMARY KEY("channel_id","type","zipcode")
);
--> statement-breakpoint
CREATE TABLE "channel_routes" (
	"channel_id" bigint NOT NULL,
	"applicable_type" smallint NOT NULL,
	"from_location_id" bigint NOT NULL,
	"to_location_id" bigint NOT NULL,
	"id" bigint NOT NULL,
	"country" char(2) NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_by" text DEFAULT '' NOT NULL,
	"updated_at" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "channel_routes_pk" PRIMARY KEY("channel_id","applicable_type","from_location_id","to_location_id")
);
--> statement-breakpoint
CREATE TABLE "channel_zones" (
	"channel_id" bigint NOT NULL,
	"applicable_type" smallint NOT NULL,
	"location_id" bigint NOT NULL,
	"id" bigint NOT NULL,
	"country" char(2) NOT NULL,
	"zone" text NOT NULL,
	"zone_folded" text COLLATE "C" NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_by" text DEFAULT '' NOT NULL,
	"updated_at" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "channel_zones_channel_id_applicable_type_location_id_pk" PRIMARY KEY("channel_id","applicable_type","location_id")
);
--> statement-breakpoint
CREATE UNIQUE INDEX "channel_routes_id" ON "channel_routes" USING btree ("channel_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "channel_zones_id" ON "channel_zones" USING btree ("channel_id","id");