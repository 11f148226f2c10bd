CREATE TABLE "shop_groups" (
	"country" char(2) NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_by" text DEFAULT '' NOT NULL,
	"updated_at" bigint DEFAULT 0 NOT NULL,
	"group_id" bigint NOT NULL,
	"name" text NOT NULL,
	"name_folded" text COLLATE "C" NOT NULL,
	"status" smallint NOT NULL,
	CONSTRAINT "shop_groups_country_group_id_pk" PRIMARY KEY("country","group_id")
);
--> statement-breakpoint
CREATE TABLE "shop_types" (
	"country" char(2) NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_by" text DEFAULT '' NOT NULL,
	"updated_at" bigint DEFAULT 0 NOT NULL,
	"shop_type" text COLLATE "C" NOT NULL,
	"channel_id" bigint NOT NULL,
	"name" text NOT NULL,
	"name_folded" text COLLATE "C" NOT NULL,
	"status" smallint NOT NULL,
	CONSTRAINT "shop_types_country_shop_type_pk" PRIMARY KEY("country","shop_type")
);
--> statement-breakpoint
CREATE TABLE "shops" (
	"country" char(2) NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_by" text DEFAULT '' NOT NULL,
	"updated_at" bigint DEFAULT 0 NOT NULL,
	"shop_id" bigint NOT NULL,
	"name" text NOT NULL,
	"name_folded" text COLLATE "C" NOT NULL,
	"shop_type" text COLLATE "C" NOT NULL,
	"shop_group" bigint NOT NULL,
	"status" smallint NOT NULL,
	CONSTRAINT "shops_country_shop_id_pk" PRIMARY KEY("country","shop_id")
);
