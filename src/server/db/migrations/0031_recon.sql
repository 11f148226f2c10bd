CREATE TABLE "channel_groups" (
	"country" char(2) NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_by" text DEFAULT '' NOT NULL,
	"updated_at" bigint DEFAULT 0 NOT NULL,
	"channel_id" bigint NOT NULL,
	"channel_name" text NOT NULL,
	"channel_name_folded" text COLLATE "C" NOT NULL,
	"group_id" bigint NOT NULL,
	"group_name" text NOT NULL,
	"group_name_folded" text COLLATE "C" NOT NULL,
	CONSTRAINT "channel_groups_country_channel_id_pk" PRIMARY KEY("country","channel_id")
);
--> statement-breakpoint
CREATE TABLE "recon_channels" (
	"country" char(2) NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_by" text DEFAULT '' NOT NULL,
	"updated_at" bigint DEFAULT 0 NOT NULL,
	"channel_id" bigint NOT NULL,
	"channel_name" text NOT NULL,
	"channel_name_folded" text COLLATE "C" NOT NULL,
	"category" smallint NOT NULL,
	"lm_id" bigint NOT NULL,
	"lm_name" text NOT NULL,
	"lm_name_folded" text COLLATE "C" NOT NULL,
	"launch_logistics_status" text COLLATE "C",
	CONSTRAINT "recon_channels_country_channel_id_pk" PRIMARY KEY("country","channel_id")
);
--> statement-breakpoint
CREATE TABLE "recon_forecasts" (
	"country" char(2) NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_by" text DEFAULT '' NOT NULL,
	"updated_at" bigint DEFAULT 0 NOT NULL,
	"supplier_id" bigint NOT NULL,
	"fee_rule_type" smallint NOT NULL,
	"over_amount" bigint,
	"over_percent" bigint,
	"under_amount" bigint,
	"under_percent" bigint,
	"bill_cap" bigint,
	"status" smallint NOT NULL,
	CONSTRAINT "recon_forecasts_country_supplier_id_pk" PRIMARY KEY("country","supplier_id")
);
--> statement-breakpoint
CREATE TABLE "recon_rules" (
	"country" char(2) NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_by" text DEFAULT '' NOT NULL,
	"updated_at" bigint DEFAULT 0 NOT NULL,
	"supplier_id" bigint NOT NULL,
	"fee_rule_type" smallint NOT NULL,
	"over_amount" bigint,
	"over_percent" bigint,
	"under_amount" bigint,
	"under_percent" bigint,
	"bill_cap" bigint,
	"status" smallint NOT NULL,
	CONSTRAINT "recon_rules_country_supplier_id_pk" PRIMARY KEY("country","supplier_id")
);
--> statement-breakpoint
CREATE TABLE "recon_suppliers" (
	"country" char(2) NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_by" text DEFAULT '' NOT NULL,
	"updated_at" bigint DEFAULT 0 NOT NULL,
	"supplier_id" bigint NOT NULL,
	"supplier_name" text NOT NULL,
	"supplier_name_folded" text COLLATE "C" NOT NULL,
	"contact" text COLLATE "C",
	"status" smallint NOT NULL,
	CONSTRAINT "recon_suppliers_country_supplier_id_pk" PRIMARY KEY("country","supplier_id")
);
--> statement-breakpoint
CREATE TABLE "shipments" (
	"country" char(2) NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_by" text DEFAULT '' NOT NULL,
	"updated_at" bigint DEFAULT 0 NOT NULL,
	"tracking" text COLLATE "C" NOT NULL,
	"reference" text COLLATE "C" NOT NULL,
	"channel_id" bigint NOT NULL,
	"shop_id" bigint,
	"shipped_on" text COLLATE "C" NOT NULL,
	"origin_id" bigint,
	"destination_id" bigint NOT NULL,
	"cep" text COLLATE "C" NOT NULL,
	"weight" bigint NOT NULL,
	"length" bigint,
	"width" bigint,
	"height" bigint,
	"order_value" bigint,
	"cod" bigint,
	"status" smallint NOT NULL,
	CONSTRAINT "shipments_country_tracking_pk" PRIMARY KEY("country","tracking")
);
--> statement-breakpoint
CREATE TABLE "recon_actions" (
	"id" serial PRIMARY KEY NOT NULL,
	"entity" char(2) NOT NULL,
	"kind" text NOT NULL,
	"input" jsonb NOT NULL,
	"target" smallint NOT NULL,
	"remark" text DEFAULT '' NOT NULL,
	"state" text NOT NULL,
	"message" text DEFAULT '' NOT NULL,
	"done" integer DEFAULT 0 NOT NULL,
	"total" integer NOT NULL,
	"changed" integer DEFAULT 0 NOT NULL,
	"reasons" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"last_id" bigint DEFAULT 0 NOT NULL,
	"high_id" bigint NOT NULL,
	"email" text NOT NULL,
	"user_id" integer NOT NULL,
	"created_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "recon_bills" (
	"id" serial PRIMARY KEY NOT NULL,
	"entity" char(2) NOT NULL,
	"supplier_id" bigint NOT NULL,
	"layout" jsonb NOT NULL,
	"layout_name" text NOT NULL,
	"bill_no" text NOT NULL,
	"bill_day" text NOT NULL,
	"month" text NOT NULL,
	"files" jsonb NOT NULL,
	"hash" text NOT NULL,
	"state" text NOT NULL,
	"message" text DEFAULT '' NOT NULL,
	"submitted_by" text NOT NULL,
	"user_id" integer NOT NULL,
	"submitted_at" bigint NOT NULL,
	"remark" text DEFAULT '' NOT NULL,
	"deadline" text NOT NULL,
	"read_file" integer DEFAULT 0 NOT NULL,
	"read_row" integer DEFAULT 0 NOT NULL,
	"lines" integer DEFAULT 0 NOT NULL,
	"refused" integer DEFAULT 0 NOT NULL,
	"ruined" integer DEFAULT 0 NOT NULL,
	"refusals" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"unmapped" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"let_through" numeric(30, 0) DEFAULT '0' NOT NULL,
	"deleted" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "recon_changes" (
	"action_id" integer NOT NULL,
	"parcel_id" bigint NOT NULL,
	"version" integer NOT NULL,
	"result" jsonb NOT NULL,
	CONSTRAINT "recon_changes_action_id_parcel_id_pk" PRIMARY KEY("action_id","parcel_id")
);
--> statement-breakpoint
CREATE TABLE "recon_charges" (
	"month" text NOT NULL,
	"bill_id" integer NOT NULL,
	"parcel_id" bigint NOT NULL,
	"file" smallint NOT NULL,
	"row" integer NOT NULL,
	"n" smallint NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"amount" numeric(30, 0) NOT NULL,
	"shipped" text NOT NULL,
	CONSTRAINT "recon_charges_month_parcel_id_file_row_n_pk" PRIMARY KEY("month","parcel_id","file","row","n")
) PARTITION BY LIST ("month");
--> statement-breakpoint
CREATE TABLE "recon_counters" (
	"bill_id" integer NOT NULL,
	"status" smallint NOT NULL,
	"reason" text NOT NULL,
	"channel_id" bigint NOT NULL,
	"currency" text NOT NULL,
	"parcels" integer NOT NULL,
	"billed" numeric(30, 0) NOT NULL,
	"expected" numeric(30, 0) NOT NULL,
	"difference" numeric(30, 0) NOT NULL,
	CONSTRAINT "recon_counters_bill_id_status_reason_channel_id_currency_pk" PRIMARY KEY("bill_id","status","reason","channel_id","currency")
);
--> statement-breakpoint
CREATE TABLE "recon_credit_lines" (
	"credit_id" integer NOT NULL,
	"n" integer NOT NULL,
	"key" text NOT NULL,
	"amount" numeric(30, 0) NOT NULL,
	"dispute_id" integer NOT NULL,
	CONSTRAINT "recon_credit_lines_credit_id_n_pk" PRIMARY KEY("credit_id","n")
);
--> statement-breakpoint
CREATE TABLE "recon_credits" (
	"id" serial PRIMARY KEY NOT NULL,
	"entity" char(2) NOT NULL,
	"supplier_id" bigint NOT NULL,
	"note_no" text NOT NULL,
	"day" text NOT NULL,
	"lines" integer NOT NULL,
	"amount" numeric(30, 0) NOT NULL,
	"matched" numeric(30, 0) NOT NULL,
	"email" text NOT NULL,
	"created_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "recon_dispute_parcels" (
	"dispute_id" integer NOT NULL,
	"parcel_id" bigint NOT NULL,
	"key" text NOT NULL,
	"amount" numeric(30, 0) NOT NULL,
	"credited" numeric(30, 0) DEFAULT '0' NOT NULL,
	CONSTRAINT "recon_dispute_parcels_dispute_id_parcel_id_pk" PRIMARY KEY("dispute_id","parcel_id")
);
--> statement-breakpoint
CREATE TABLE "recon_disputes" (
	"id" serial PRIMARY KEY NOT NULL,
	"entity" char(2) NOT NULL,
	"supplier_id" bigint NOT NULL,
	"bill_id" integer NOT NULL,
	"month" text NOT NULL,
	"currency" text NOT NULL,
	"state" text NOT NULL,
	"disputed" numeric(30, 0) NOT NULL,
	"recovered" numeric(30, 0) DEFAULT '0' NOT NULL,
	"deadline" text NOT NULL,
	"remark" text DEFAULT '' NOT NULL,
	"email" text NOT NULL,
	"created_at" bigint NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "recon_downloads" (
	"id" serial PRIMARY KEY NOT NULL,
	"entity" char(2) NOT NULL,
	"title" text NOT NULL,
	"kind" text NOT NULL,
	"input" jsonb NOT NULL,
	"state" text NOT NULL,
	"message" text DEFAULT '' NOT NULL,
	"file_id" text,
	"file_name" text DEFAULT '' NOT NULL,
	"size" bigint DEFAULT 0 NOT NULL,
	"rows" integer DEFAULT 0 NOT NULL,
	"email" text NOT NULL,
	"user_id" integer NOT NULL,
	"created_at" bigint NOT NULL,
	"expires_at" bigint
);
--> statement-breakpoint
CREATE TABLE "recon_history" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"parcel_id" bigint NOT NULL,
	"at" bigint NOT NULL,
	"email" text NOT NULL,
	"before" smallint NOT NULL,
	"after" smallint NOT NULL,
	"remark" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "recon_layouts" (
	"id" serial PRIMARY KEY NOT NULL,
	"entity" char(2) NOT NULL,
	"supplier_id" bigint NOT NULL,
	"name" text NOT NULL,
	"definition" jsonb NOT NULL,
	"contract_days" integer NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_by" text NOT NULL,
	"updated_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "recon_parcels" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"bill_id" integer NOT NULL,
	"entity" char(2) NOT NULL,
	"supplier_id" bigint NOT NULL,
	"month" text NOT NULL,
	"key" text NOT NULL,
	"tracking" text NOT NULL,
	"reference" text NOT NULL,
	"service" text NOT NULL,
	"zone" text NOT NULL,
	"shipped" text NOT NULL,
	"weight" bigint,
	"currency" text NOT NULL,
	"billed" numeric(30, 0) NOT NULL,
	"earlier" numeric(30, 0) DEFAULT '0' NOT NULL,
	"expected" numeric(30, 0),
	"difference" numeric(30, 0),
	"status" smallint NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"side" text DEFAULT '' NOT NULL,
	"shipment" text DEFAULT '' NOT NULL,
	"channel_id" bigint DEFAULT 0 NOT NULL,
	"quote" jsonb,
	"rate_hash" text DEFAULT '' NOT NULL,
	"remark" text DEFAULT '' NOT NULL,
	"changed_by" text DEFAULT '' NOT NULL,
	"changed_at" bigint DEFAULT 0 NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "recon_settings" (
	"entity" char(2) PRIMARY KEY NOT NULL,
	"own_approval" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE INDEX "recon_actions_entity" ON "recon_actions" USING btree ("entity","id");--> statement-breakpoint
CREATE UNIQUE INDEX "recon_bills_no" ON "recon_bills" USING btree ("entity","supplier_id","bill_no") WHERE NOT deleted;--> statement-breakpoint
CREATE UNIQUE INDEX "recon_bills_hash" ON "recon_bills" USING btree ("entity","supplier_id","hash") WHERE NOT deleted;--> statement-breakpoint
CREATE INDEX "recon_bills_month" ON "recon_bills" USING btree ("entity","month");--> statement-breakpoint
CREATE INDEX "recon_credit_dispute" ON "recon_credit_lines" USING btree ("dispute_id");--> statement-breakpoint
CREATE UNIQUE INDEX "recon_credits_no" ON "recon_credits" USING btree ("entity","supplier_id","note_no");--> statement-breakpoint
CREATE UNIQUE INDEX "recon_dispute_parcel" ON "recon_dispute_parcels" USING btree ("parcel_id");--> statement-breakpoint
CREATE INDEX "recon_disputes_bill" ON "recon_disputes" USING btree ("entity","bill_id");--> statement-breakpoint
CREATE INDEX "recon_downloads_entity" ON "recon_downloads" USING btree ("entity","id");--> statement-breakpoint
CREATE INDEX "recon_history_parcel" ON "recon_history" USING btree ("parcel_id");--> statement-breakpoint
CREATE UNIQUE INDEX "recon_layouts_name" ON "recon_layouts" USING btree ("entity","supplier_id","name");--> statement-breakpoint
CREATE UNIQUE INDEX "recon_parcels_key" ON "recon_parcels" USING btree ("bill_id","key");--> statement-breakpoint
CREATE INDEX "recon_parcels_status" ON "recon_parcels" USING btree ("bill_id","status","reason","id");--> statement-breakpoint
CREATE INDEX "recon_parcels_tracking" ON "recon_parcels" USING btree ("entity","key");--> statement-breakpoint
CREATE INDEX "recon_parcels_reference" ON "recon_parcels" USING btree ("entity","reference");
--> statement-breakpoint
CREATE INDEX "shipments_key" ON "shipments" ("country", replace("tracking", '-', ''));
--> statement-breakpoint
CREATE INDEX "shipments_reference" ON "shipments" ("country", replace("reference", '-', '')) WHERE "reference" <> '';
