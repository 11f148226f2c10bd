CREATE TABLE "non_working_days" (
	"country" char(2) NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_by" text DEFAULT '' NOT NULL,
	"updated_at" bigint DEFAULT 0 NOT NULL,
	"channel_id" bigint NOT NULL,
	"channel_name" text NOT NULL,
	"channel_name_folded" text COLLATE "C" NOT NULL,
	"channel_type1" smallint NOT NULL,
	"channel_type2" smallint NOT NULL,
	"service_type" text COLLATE "C" NOT NULL,
	"_weekends_setting" text COLLATE "C" NOT NULL,
	"_holidays_setting" text COLLATE "C" NOT NULL,
	"is_mask_channel" smallint NOT NULL,
	"status" smallint NOT NULL,
	CONSTRAINT "non_working_days_country_channel_id_service_type_pk" PRIMARY KEY("country","channel_id","service_type")
);
