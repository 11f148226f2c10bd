CREATE TABLE "shipping_fee_rules" (
	"country" char(2) NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_by" text DEFAULT '' NOT NULL,
	"updated_at" bigint DEFAULT 0 NOT NULL,
	"channel_id" bigint NOT NULL,
	"name" text NOT NULL,
	"name_folded" text COLLATE "C" NOT NULL,
	"shop_group" bigint NOT NULL,
	"id" bigint NOT NULL,
	"fee_mode" smallint NOT NULL,
	"fee" bigint NOT NULL,
	"status" smallint NOT NULL,
	CONSTRAINT "shipping_fee_rules_country_channel_id_shop_group_pk" PRIMARY KEY("country","channel_id","shop_group")
);
--> statement-breakpoint
CREATE UNIQUE INDEX "shipping_fee_rules_id" ON "shipping_fee_rules" USING btree ("country","id");