CREATE TABLE "service_codes" (
	"country" char(2) NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_by" text DEFAULT '' NOT NULL,
	"updated_at" bigint DEFAULT 0 NOT NULL,
	"code" text COLLATE "C" NOT NULL,
	"shipping_channel_id" bigint NOT NULL,
	"name" text NOT NULL,
	"name_folded" text COLLATE "C" NOT NULL,
	"status" smallint NOT NULL,
	CONSTRAINT "service_codes_country_code_pk" PRIMARY KEY("country","code")
);
