CREATE TABLE "rates" (
	"country" char(2) NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_by" text DEFAULT '' NOT NULL,
	"updated_at" bigint DEFAULT 0 NOT NULL,
	"channel_id" bigint NOT NULL,
	"name" text NOT NULL,
	"name_folded" text COLLATE "C" NOT NULL,
	"category" smallint NOT NULL,
	"id" bigint NOT NULL,
	"esf_model" smallint NOT NULL,
	"asf_model" smallint NOT NULL,
	"esf_calculation_formula" text COLLATE "C",
	"asf_calculation_formula" text COLLATE "C",
	CONSTRAINT "rates_country_channel_id_category_pk" PRIMARY KEY("country","channel_id","category")
);
--> statement-breakpoint
CREATE UNIQUE INDEX "rates_id" ON "rates" USING btree ("country","id");