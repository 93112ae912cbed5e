CREATE TABLE "stripe_syncs" (
	"type" text PRIMARY KEY NOT NULL,
	"started_at" bigint NOT NULL,
	"since" bigint,
	"cursor" text,
	"counts" jsonb NOT NULL,
	"left_out" jsonb NOT NULL,
	"finished_at" bigint
);
