CREATE TABLE "branches" (
	"country" char(2) NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_by" text DEFAULT '' NOT NULL,
	"updated_at" bigint DEFAULT 0 NOT NULL,
	"code" text COLLATE "C" NOT NULL,
	"name" text NOT NULL,
	"name_folded" text COLLATE "C" NOT NULL,
	"location_id" bigint NOT NULL,
	"address" text NOT NULL,
	"address_folded" text COLLATE "C" NOT NULL,
	"latitude" bigint NOT NULL,
	"longitude" bigint NOT NULL,
	"opening_hours" text COLLATE "C" NOT NULL,
	"drop_off" boolean DEFAULT false NOT NULL,
	"collects" boolean DEFAULT false NOT NULL,
	"returns" boolean DEFAULT false NOT NULL,
	"cod" boolean DEFAULT false NOT NULL,
	"status" smallint NOT NULL,
	CONSTRAINT "branches_country_code_pk" PRIMARY KEY("country","code")
);
--> statement-breakpoint
CREATE TABLE "pickups" (
	"country" char(2) NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_by" text DEFAULT '' NOT NULL,
	"updated_at" bigint DEFAULT 0 NOT NULL,
	"channel_id" bigint NOT NULL,
	"name" text NOT NULL,
	"name_folded" text COLLATE "C" NOT NULL,
	"pickup_type" smallint NOT NULL,
	"first_day" bigint NOT NULL,
	"days_offered" bigint NOT NULL,
	"cutoff" text COLLATE "C",
	"timeslot_required" boolean DEFAULT false NOT NULL,
	"max_attempts" bigint NOT NULL,
	"status" smallint NOT NULL,
	CONSTRAINT "pickups_country_channel_id_pk" PRIMARY KEY("country","channel_id")
);
--> statement-breakpoint
CREATE TABLE "timeslots" (
	"country" char(2) NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_by" text DEFAULT '' NOT NULL,
	"updated_at" bigint DEFAULT 0 NOT NULL,
	"channel_id" bigint NOT NULL,
	"name" text NOT NULL,
	"name_folded" text COLLATE "C" NOT NULL,
	"slot" bigint NOT NULL,
	"id" bigint NOT NULL,
	"days" text COLLATE "C" NOT NULL,
	"start_time" text COLLATE "C" NOT NULL,
	"end_time" text COLLATE "C" NOT NULL,
	"cutoff" text COLLATE "C" NOT NULL,
	"capacity" bigint,
	"status" smallint NOT NULL,
	CONSTRAINT "timeslots_country_channel_id_slot_pk" PRIMARY KEY("country","channel_id","slot")
);
--> statement-breakpoint
CREATE UNIQUE INDEX "timeslots_id" ON "timeslots" USING btree ("country","id");