DROP INDEX "qrs_type";--> statement-breakpoint
CREATE INDEX "qrs_type" ON "qrs" USING btree ("type","archived","created_at","id");