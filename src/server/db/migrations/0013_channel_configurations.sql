ALTER TABLE "channel_service_confs" RENAME TO "channel_service_confs_before";
--> statement-breakpoint
ALTER TABLE "channel_service_confs_before" DROP CONSTRAINT "channel_service_confs_channel_id_channels_channel_id_fk";
--> statement-breakpoint
CREATE TABLE "channel_service_confs" (
	"country" char(2) NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_by" text DEFAULT '' NOT NULL,
	"updated_at" bigint DEFAULT 0 NOT NULL,
	"channel_id" bigint NOT NULL,
	"name" text NOT NULL,
	"name_folded" text COLLATE "C" NOT NULL,
	"is_check_serviceable" smallint NOT NULL,
	"serviceable_type" smallint NOT NULL,
	"extra_limit_type" smallint NOT NULL,
	"zone_level" smallint NOT NULL,
	"pdp_verify" smallint NOT NULL,
	"pdp_level" smallint,
	"checkout_verify" smallint NOT NULL,
	"checkout_level" smallint,
	"validate_shop_verify" smallint NOT NULL,
	"shop_level" smallint,
	"arrange_shipment" smallint NOT NULL,
	"arrangeshipment_level" smallint,
	"is_sbs_same_as_standard" smallint NOT NULL,
	"default_pickup_enabled" smallint NOT NULL,
	"default_deliver_enabled" smallint NOT NULL,
	"default_cod_enabled" smallint NOT NULL,
	"default_cod_pickup_enabled" smallint NOT NULL,
	"default_pdp_postcode" smallint NOT NULL,
	CONSTRAINT "channel_service_confs_pk" PRIMARY KEY("country","channel_id")
);
--> statement-breakpoint
-- What was not stored before is what a new configuration of the channel begins with; location levels are still to be chosen.
INSERT INTO "channel_service_confs" (
	country, channel_id, name, name_folded, version,
	is_check_serviceable, serviceable_type, extra_limit_type, zone_level,
	pdp_verify, checkout_verify, validate_shop_verify, arrange_shipment,
	is_sbs_same_as_standard, default_pickup_enabled, default_deliver_enabled, default_cod_enabled,
	default_cod_pickup_enabled, default_pdp_postcode
)
SELECT c.country, c.channel_id, c.name, lower(c.name), s.version,
	s.is_check_serviceable::int,
	CASE WHEN s.is_check_serviceable THEN s.serviceable_type ELSE 1 END,
	CASE WHEN s.is_check_serviceable THEN s.extra_limit_type ELSE 0 END,
	CASE WHEN s.is_check_serviceable AND s.extra_limit_type = 1 THEN s.zone_level ELSE 0 END,
	CASE WHEN c.country = 'PH' THEN 0 WHEN m.mode IN (0, 1) THEN 3 ELSE 1 END,
	CASE WHEN c.country = 'PH' THEN 0 WHEN m.mode IN (0, 1) THEN 3 ELSE 1 END,
	CASE WHEN c.country = 'PH' THEN 0 WHEN m.mode = 0 THEN 3 WHEN m.mode = 1 THEN 2 ELSE 0 END,
	CASE WHEN c.country = 'PH' THEN 0 WHEN m.mode IN (0, 1) THEN 3 ELSE 1 END,
	1, 0, s.is_check_serviceable::int, 0, 0, 1
FROM "channel_service_confs_before" s
JOIN "channels" c ON c.channel_id = s.channel_id
-- Bits 22 (1) and 23 (2) of the flag: pickup and drop-off.
CROSS JOIN LATERAL (SELECT (c.flag >> 22) & 3 AS mode) m;
--> statement-breakpoint
DROP TABLE "channel_service_confs_before";
