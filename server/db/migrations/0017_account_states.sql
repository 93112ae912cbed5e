CREATE INDEX "customers_banned" ON "customers" USING btree ("id") WHERE banned;--> statement-breakpoint
CREATE INDEX "customers_deleted" ON "customers" USING btree ("id") WHERE deleted;--> statement-breakpoint
CREATE INDEX "customers_whitelisted" ON "customers" USING btree ("id") WHERE whitelisted;--> statement-breakpoint
CREATE INDEX "customers_archived" ON "customers" USING btree ("id") WHERE archived = 1;