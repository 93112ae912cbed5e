CREATE TABLE "external_records" (
	"resource" text NOT NULL,
	"external_id" text NOT NULL,
	"record_id" integer,
	"updated_at" bigint,
	"digest" uuid,
	"deleted_at" bigint,
	CONSTRAINT "external_records_resource_external_id_pk" PRIMARY KEY("resource","external_id")
);
--> statement-breakpoint
CREATE TABLE "imports" (
	"fingerprint" text PRIMARY KEY NOT NULL,
	"file" text NOT NULL,
	"position" bigint NOT NULL,
	"line" bigint NOT NULL,
	"counts" jsonb NOT NULL,
	"updated_at" bigint NOT NULL,
	"finished_at" bigint
);
--> statement-breakpoint
CREATE TABLE "ingest_counts" (
	"resource" text PRIMARY KEY NOT NULL,
	"last_at" bigint NOT NULL,
	"newest_at" bigint,
	"rows" bigint NOT NULL,
	"refused" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "waiting_rows" (
	"resource" text NOT NULL,
	"external_id" text NOT NULL,
	"row" jsonb NOT NULL,
	"updated_at" bigint NOT NULL,
	"digest" uuid NOT NULL,
	"needs_resource" text NOT NULL,
	"needs_id" text NOT NULL,
	"since" bigint NOT NULL,
	CONSTRAINT "waiting_rows_resource_external_id_updated_at_digest_pk" PRIMARY KEY("resource","external_id","updated_at","digest")
);
--> statement-breakpoint
CREATE INDEX "external_records_number" ON "external_records" USING btree ("resource","record_id") WHERE record_id::text <> external_id;
--> statement-breakpoint
CREATE INDEX "waiting_rows_needs" ON "waiting_rows" USING btree ("needs_resource","needs_id");
--> statement-breakpoint
ALTER TABLE "qr_daily_scans" ADD COLUMN "updated_at" bigint;