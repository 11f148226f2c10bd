CREATE TABLE "three_pls" (
	"three_pl_id" bigint PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"country" char(2) NOT NULL,
	"demo" boolean DEFAULT false NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_by" text DEFAULT '' NOT NULL,
	"updated_at" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "three_pl_destination_locations" (
	"three_pl_id" bigint NOT NULL,
	"country" char(2) NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_by" text DEFAULT '' NOT NULL,
	"updated_at" bigint DEFAULT 0 NOT NULL,
	"type" smallint NOT NULL,
	"location_id" bigint NOT NULL,
	"can_deliver" boolean DEFAULT false NOT NULL,
	"can_cod" boolean DEFAULT false NOT NULL,
	"can_pickup" boolean DEFAULT false NOT NULL,
	"can_cod_pickup" boolean DEFAULT false NOT NULL,
	CONSTRAINT "three_pl_destination_locations_three_pl_id_type_location_id_pk" PRIMARY KEY("three_pl_id","type","location_id")
);
--> statement-breakpoint
CREATE TABLE "three_pl_destination_postcodes" (
	"three_pl_id" bigint NOT NULL,
	"country" char(2) NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_by" text DEFAULT '' NOT NULL,
	"updated_at" bigint DEFAULT 0 NOT NULL,
	"type" smallint NOT NULL,
	"zipcode" text COLLATE "C" NOT NULL,
	"can_deliver" boolean DEFAULT false NOT NULL,
	"can_cod" boolean DEFAULT false NOT NULL,
	"can_pickup" boolean DEFAULT false NOT NULL,
	"can_cod_pickup" boolean DEFAULT false NOT NULL,
	CONSTRAINT "three_pl_destination_postcodes_three_pl_id_type_zipcode_pk" PRIMARY KEY("three_pl_id","type","zipcode")
);
--> statement-breakpoint
CREATE TABLE "three_pl_origin_locations" (
	"three_pl_id" bigint NOT NULL,
	"country" char(2) NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_by" text DEFAULT '' NOT NULL,
	"updated_at" bigint DEFAULT 0 NOT NULL,
	"type" smallint NOT NULL,
	"location_id" bigint NOT NULL,
	"can_deliver" boolean DEFAULT false NOT NULL,
	"can_cod" boolean DEFAULT false NOT NULL,
	"can_pickup" boolean DEFAULT false NOT NULL,
	"can_cod_pickup" boolean DEFAULT false NOT NULL,
	CONSTRAINT "three_pl_origin_locations_three_pl_id_type_location_id_pk" PRIMARY KEY("three_pl_id","type","location_id")
);
--> statement-breakpoint
CREATE TABLE "three_pl_origin_postcodes" (
	"three_pl_id" bigint NOT NULL,
	"country" char(2) NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_by" text DEFAULT '' NOT NULL,
	"updated_at" bigint DEFAULT 0 NOT NULL,
	"type" smallint NOT NULL,
	"zipcode" text COLLATE "C" NOT NULL,
	"can_deliver" boolean DEFAULT false NOT NULL,
	"can_cod" boolean DEFAULT false NOT NULL,
	"can_pickup" boolean DEFAULT false NOT NULL,
	"can_cod_pickup" boolean DEFAULT false NOT NULL,
	CONSTRAINT "three_pl_origin_postcodes_three_pl_id_type_zipcode_pk" PRIMARY KEY("three_pl_id","type","zipcode")
);
--> statement-breakpoint
CREATE TABLE "three_pl_routes" (
	"three_pl_id" bigint NOT NULL,
	"country" char(2) NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_by" text DEFAULT '' NOT NULL,
	"updated_at" bigint DEFAULT 0 NOT NULL,
	"applicable_type" smallint NOT NULL,
	"from_location_id" bigint NOT NULL,
	"to_location_id" bigint NOT NULL,
	"id" bigint NOT NULL,
	CONSTRAINT "three_pl_routes_three_pl_id_applicable_type_from_location_id_to_location_id_pk" PRIMARY KEY("three_pl_id","applicable_type","from_location_id","to_location_id")
);
--> statement-breakpoint
CREATE TABLE "three_pl_zones" (
	"three_pl_id" bigint NOT NULL,
	"country" char(2) NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_by" text DEFAULT '' NOT NULL,
	"updated_at" bigint DEFAULT 0 NOT NULL,
	"applicable_type" smallint NOT NULL,
	"location_id" bigint NOT NULL,
	"id" bigint NOT NULL,
	"zone" text NOT NULL,
	"zone_folded" text COLLATE "C" NOT NULL,
	CONSTRAINT "three_pl_zones_three_pl_id_applicable_type_location_id_pk" PRIMARY KEY("three_pl_id","applicable_type","location_id")
);
--> statement-breakpoint
CREATE INDEX "three_pls_country" ON "three_pls" USING btree ("country","three_pl_id");--> statement-breakpoint
CREATE UNIQUE INDEX "three_pl_routes_id" ON "three_pl_routes" USING btree ("three_pl_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "three_pl_zones_id" ON "three_pl_zones" USING btree ("three_pl_id","id");--> statement-breakpoint
CREATE INDEX "audit_tpl" ON "audit_logs" USING btree ("tpl_id","feature","id");