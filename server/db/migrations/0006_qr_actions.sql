CREATE TABLE "audited_qrs" (
	"audit_id" integer NOT NULL,
	"qr_id" integer NOT NULL,
	"folder_id" integer,
	CONSTRAINT "audited_qrs_audit_id_qr_id_pk" PRIMARY KEY("audit_id","qr_id")
);
--> statement-breakpoint
DROP INDEX "qrs_blocked";--> statement-breakpoint
ALTER TABLE "qr_media" ADD COLUMN "deletion" jsonb;--> statement-breakpoint
ALTER TABLE "audit_log" ADD COLUMN "batch" uuid;--> statement-breakpoint
ALTER TABLE "audited_qrs" ADD CONSTRAINT "audited_qrs_audit_id_audit_log_id_fk" FOREIGN KEY ("audit_id") REFERENCES "public"."audit_log"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "infected_qrs_uri" ON "infected_qrs" USING btree (left("uri", 200) collate "C","id");--> statement-breakpoint
CREATE INDEX "infected_qrs_vendors" ON "infected_qrs" USING btree (left("vendors", 200) collate "C","id");--> statement-breakpoint
CREATE INDEX "qr_media_deletion" ON "qr_media" USING btree ("qr_id") WHERE deletion is not null;--> statement-breakpoint
CREATE INDEX "qrs_user_status" ON "qrs" USING btree ("user_id","status","stopped","id");--> statement-breakpoint
CREATE INDEX "qrs_blocked_updated_at" ON "qrs" USING btree ("updated_at","id") WHERE status = 2 and not whitelisted;--> statement-breakpoint
CREATE INDEX "qrs_archived_search" ON "qrs" USING gin (lower("uri") gin_trgm_ops) WHERE archived;--> statement-breakpoint
CREATE INDEX "qrs_archived_uri" ON "qrs" USING btree (lower("uri") collate "C") WHERE archived;--> statement-breakpoint
CREATE INDEX "uri_history_new_search" ON "uri_history" USING gin (lower("qr_uri") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "uri_history_uri" ON "uri_history" USING btree (lower("uri") collate "C");--> statement-breakpoint
CREATE INDEX "uri_history_new_uri" ON "uri_history" USING btree (lower("qr_uri") collate "C");--> statement-breakpoint
CREATE INDEX "audit_log_batch" ON "audit_log" USING btree ("batch","target_id") WHERE batch is not null;--> statement-breakpoint
CREATE INDEX "qrs_blocked" ON "qrs" USING btree ("created_at","id") WHERE status = 2 and not whitelisted;