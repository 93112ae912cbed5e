ALTER INDEX "qrs_type" RENAME TO "qrs_type_before";--> statement-breakpoint
CREATE INDEX "qrs_type" ON "qrs" USING btree ("type","archived","created_at","id");--> statement-breakpoint
DROP INDEX "qrs_type_before";