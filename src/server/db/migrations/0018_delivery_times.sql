CREATE TABLE "channel_cdts" (
	"country" char(2) NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_by" text DEFAULT '' NOT NULL,
	"updated_at" bigint DEFAULT 0 NOT NULL,
	"channel_id" bigint NOT NULL,
	"name" text NOT NULL,
	"name_folded" text COLLATE "C" NOT NULL,
	"cdt_type" smallint NOT NULL,
	"category" smallint NOT NULL,
	"first_mile_min" bigint NOT NULL,
	"first_mile_max" bigint NOT NULL,
	"cross_border_min" bigint NOT NULL,
	"cross_border_max" bigint NOT NULL,
	"status" smallint NOT NULL,
	CONSTRAINT "channel_cdts_country_channel_id_pk" PRIMARY KEY("country","channel_id")
);
--> statement-breakpoint
CREATE TABLE "location_cdts" (
	"channel_id" bigint NOT NULL,
	"country" char(2) NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_by" text DEFAULT '' NOT NULL,
	"updated_at" bigint DEFAULT 0 NOT NULL,
	"origin_level" smallint NOT NULL,
	"origin" text COLLATE "C" NOT NULL,
	"destination_level" smallint NOT NULL,
	"destination" text COLLATE "C" NOT NULL,
	"min_days" bigint NOT NULL,
	"max_days" bigint NOT NULL,
	CONSTRAINT "location_cdts_channel_id_origin_destination_pk" PRIMARY KEY("channel_id","origin","destination")
);
