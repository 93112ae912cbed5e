DROP INDEX "email_activity_user";--> statement-breakpoint
DROP INDEX "events_user";--> statement-breakpoint
DROP INDEX "subscription_changes_user";--> statement-breakpoint
DROP INDEX "api_calls_owner";--> statement-breakpoint
DROP INDEX "api_calls_status";--> statement-breakpoint
DROP INDEX "api_calls_method";--> statement-breakpoint
DROP INDEX "webrisk_tracker_user";--> statement-breakpoint
DROP INDEX "audit_log_target";--> statement-breakpoint
DROP INDEX "audit_log_actor";--> statement-breakpoint
DROP INDEX "audit_log_action";--> statement-breakpoint
DROP INDEX "audit_log_at";--> statement-breakpoint
ALTER TABLE "folders" ADD COLUMN "name_key" text DEFAULT '' NOT NULL;--> statement-breakpoint
UPDATE "folders" SET "name_key" = lower(regexp_replace(normalize("name", NFKD), '[\u0300-\u036f]', '', 'g'));--> statement-breakpoint
CREATE INDEX "feedback_reason_type" ON "feedback" USING btree ("reason_type" collate "C","id");--> statement-breakpoint
CREATE INDEX "folders_created_at" ON "folders" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "folders_name_key" ON "folders" USING btree ("name_key" collate "C","id");--> statement-breakpoint
CREATE INDEX "folders_search" ON "folders" USING gin ("name_key" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "audit_log_target_type" ON "audit_log" USING btree ("target_type","at","id");--> statement-breakpoint
CREATE INDEX "audit_log_actor_email" ON "audit_log" USING btree ("actor_email" collate "C","at","id");--> statement-breakpoint
CREATE INDEX "email_activity_user" ON "email_activity" USING btree ("user_id","date","id");--> statement-breakpoint
CREATE INDEX "events_user" ON "events" USING btree ("user_id","date","id");--> statement-breakpoint
CREATE INDEX "subscription_changes_user" ON "subscription_changes" USING btree ("user_id","at","id");--> statement-breakpoint
CREATE INDEX "api_calls_owner" ON "api_calls" USING btree ("owner","created_at","id");--> statement-breakpoint
CREATE INDEX "api_calls_status" ON "api_calls" USING btree ("status_code","created_at","id");--> statement-breakpoint
CREATE INDEX "api_calls_method" ON "api_calls" USING btree ("method","created_at","id");--> statement-breakpoint
CREATE INDEX "webrisk_tracker_user" ON "webrisk_tracker" USING btree ("user_id","created_at","id");--> statement-breakpoint
CREATE INDEX "audit_log_target" ON "audit_log" USING btree ("target_id","target_type","at","id");--> statement-breakpoint
CREATE INDEX "audit_log_actor" ON "audit_log" USING btree ("actor_id","at");--> statement-breakpoint
CREATE INDEX "audit_log_action" ON "audit_log" USING btree ("action","at","id");--> statement-breakpoint
CREATE INDEX "audit_log_at" ON "audit_log" USING btree ("at","id");